// Mermaid's parser, asked once for each source. mermaid_db.py puts the bundle and the constants in.
(function () {
  var module = {exports: {}}, exports = module.exports, require = undefined;
  if (typeof structuredClone === "undefined") {
    globalThis.structuredClone = (value) => JSON.parse(JSON.stringify(value));
  }
  BUNDLE
  mermaid.initialize({startOnLoad: false, securityLevel: "strict", maxEdges: MAX_EDGES, logLevel: "fatal"});
  for (const name of NEWER_SHAPES) shapes2[name] = shapes2.rect;

  const graph = (type) => type.startsWith("flowchart") || type.startsWith("state");
  const kept = [
    "type", "direction", "nodes", "edges", "id", "label", "labelType", "description", "shape", "isGroup", "parentId",
    "cssStyles", "cssCompiledStyles", "start", "end", "arrowTypeStart", "arrowTypeEnd", "thickness", "style", "classes",
  ];
  let lexer = null;

  function watch(parser) {
    const own = parser.lexer, rules = own.rules, begin = own.setInput, act = own.performAction;
    rules.forEach((rule, at) => {
      if (rule.source in NEWER_RULES) rules[at] = new RegExp(NEWER_RULES[rule.source], rule.flags);
    });
    own.setInput = function (...input) {  // remember which lexer is at work: it knows where an error is thrown
      lexer = this;
      return begin.apply(this, input);
    };
    const order = own.conditions.STATE?.rules;
    if (!order) return;
    own.conditions.struct.rules.push(rules.findIndex((rule) => rule.source === "^(?::::)"));  // classes in composites
    const twoWords = rules.push(/^(?:\w+\s+\w+.*?\{)/i) - 1;
    order.splice(order.findIndex((at) => rules[at].source === "^(?:[^\\n\\s\\{]+)"), 0, twoWords);
    own.performAction = function (yy, token, at, start) {
      const name = () => token.yytext.slice(0, -1).trim();
      if (at === twoWords) throw new Error(`the name of a state is one word, not "${name()}"`);
      const kind = act.call(this, yy, token, at, start);
      const comment = kind === "ID" || kind === parser.symbols_.ID ? token.yytext.indexOf("%%") : -1;
      if (comment > 0) this.unput(token.yytext.slice(comment));
      return comment === 0 ? undefined : kind;
    };
  }

  const add = FlowDB.prototype.addVertex;
  FlowDB.prototype.addVertex = function (id, ...rest) {  // newer releases take labels given as data for Markdown
    add.call(this, id, ...rest);
    const data = rest[6], vertex = this.vertices.get(id);
    if (!vertex || !/(?:^|[\s,{])(["']?)label\1\s*:/.test(data ?? "")) return;
    const type = /labelType["']?\s*:\s*["']?(string|text)\b/.exec(data);
    vertex.labelType = type ? type[1] : "markdown";
  };

  function prepared(source) {
    const text = source.replace(/\r\n?/g, "\n");  // as Mermaid does itself, but before it looks for the type
    const matter = /^([^\S\n]+)-{3}\s*\n(.*?)\n\1-{3}\s*\n+/s;  // newer releases read it indented as a whole
    return text.replace(matter, (whole, indent) =>
      whole.split("\n").map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join("\n"));
  }

  function database(source) {
    mermaid.mermaidAPI.reset();
    const text = prepared(source), type = mermaid.detectType(text);
    if (!graph(type) && type !== "---") return {type};
    const diagram = mermaid.mermaidAPI.getDiagramFromText(text), db = diagram.db;
    if (!graph(diagram.type)) return {type: diagram.type};
    const {nodes, edges, direction} = db.getData();
    if (db.getVertices) {  // a flowchart, whose data does not say what kind of text its labels are
      const groups = new Map(db.getSubGraphs().map((group) => [group.id, group])), links = db.getEdges();
      for (const node of nodes) {
        node.labelType ??= (node.isGroup ? groups.get(node.id) : db.getVertices().get(node.id))?.labelType;
      }
      edges.forEach((edge, at) => (edge.labelType ??= links[at].labelType));
    }
    return {type: diagram.type, direction: direction ?? db.getDirection(), nodes, edges};
  }

  function failure(error) {
    const message = String(error?.message ?? error), hash = error?.hash;
    let line = lexer?.yylloc?.first_line ?? null, column = lexer?.yylloc?.first_column ?? null;
    if (message.startsWith("Lexical error")) {  // no token: what comes behind all that was matched
      const lines = lexer.matched.split("\n");
      [line, column] = [lines.length, lines.at(-1).length];
    }
    return {
      error: message,
      name: String(error?.name ?? ""),
      line,
      column,
      token: hash?.token ?? null,
      text: hash?.text ?? null,
      expected: hash?.expected ?? null,
    };
  }

  return {
    prepare() {
      for (const text of ["flowchart TD\nA", "stateDiagram-v2\nA", "stateDiagram\nA", "flowchart-elk TD\nA"]) {
        const parser = mermaid.mermaidAPI.getDiagramFromText(text).parser.parser;
        if (!Object.hasOwn(parser.lexer, "watched")) watch(parser);
        parser.lexer.watched = true;
      }
    },
    parse(text) {
      lexer = null;
      try {
        return JSON.stringify(database(text), kept);
      } catch (error) {
        return JSON.stringify(failure(error));
      }
    },
  };
})()
