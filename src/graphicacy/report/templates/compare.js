"use strict";
/* Two systems side by side; the choice lives in the address, #track=draw&a=…&b=…. */
(() => {
  const tracks = window.data.compare;
  const form = document.querySelector(".filters");
  const result = document.getElementById("result");
  const field = (name) => form.elements[name];
  const key = () => field("track")?.value ?? Object.keys(tracks)[0];

  const element = (tag, options = {}, ...children) => {
    const { text, ...attributes } = options;
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    if (text !== undefined) made.textContent = text;
    made.append(...children);
    return made;
  };
  const plain = (value) => Math.abs(value).toFixed(3);
  const shown = (value) => (value === null || value === undefined ? "–" : plain(value));
  const signed = (value) => (value === null || value === undefined ? "–" : `${value < 0 ? "−" : value > 0 ? "+" : ""}${plain(value)}`);
  const minus = (a, b) => (a === null || b === null ? null : a - b);
  const cells = (row, ...values) => values.map((value) => row.append(element("td", { class: "num", text: value })));
  const linked = (name, page) => (page ? element("a", { class: "foreign", href: page, text: name }) : element("span", { class: "foreign", text: name }));

  const fill = () => {
    const { systems } = tracks[key()];
    for (const name of ["a", "b"]) {
      const kept = field(name).value;
      field(name).replaceChildren(...systems.map((system) => element("option", { value: system.name, text: system.name })));
      field(name).value = systems.some((system) => system.name === kept) ? kept : systems[Math.min(name === "a" ? 0 : 1, systems.length - 1)]?.name;
    }
  };

  const sentence = (track, i, j) => {
    const [low, high] = i < j ? [i, j] : [j, i];
    const pair = track.pairs[`${low},${high}`];
    const said = element("p", { class: "lede" });
    if (i === j) said.textContent = "Choose two different systems.";
    else if (!pair) said.textContent = "No paired difference is known for these two.";
    else {
      const [difference, a, b, p, tasks] = pair;
      const [d, from, to] = i < j ? [difference, a, b] : [-difference, b === null ? null : -b, a === null ? null : -a];
      const clear = from !== null && (from > 0 || to < 0);
      said.append(
        linked(track.systems[i].name, track.systems[i].page), ` minus `, linked(track.systems[j].name, track.systems[j].page), `: `,
        element("b", { text: signed(d) }),
        from === null ? "" : ` (95 % from ${signed(from)} to ${signed(to)})`,
        p === null ? "" : `, p ${p < 0.001 ? "< 0.001" : `= ${plain(p)}`}`,
        `, over ${tasks} ${tasks === 1 ? track.item : `${track.item}s`}. `,
        clear ? "Chance over these does not explain it." : "Chance over these may explain it.",
      );
    }
    return said;
  };

  const measures = (track, a, b) => {
    const body = element("tbody");
    track.measures.forEach((name, i) => {
      const row = element("tr", {}, element("th", { scope: "row", text: name }));
      cells(row, shown(a.means[i]), shown(b.means[i]), signed(minus(a.means[i], b.means[i])));
      body.append(row);
    });
    return table(["Score", a.name, b.name, "Difference"], body);
  };

  const table = (heads, body) =>
    element("div", { class: "scroll" }, element("table", {}, element("thead", {}, element("tr", {},
      ...heads.map((head, i) => element("th", { scope: "col", class: i ? "num foreign" : "foreign", text: head })))), body));

  /* A line from second to first on [0, 1]: blue where the first is higher, grey where it is lower. */
  const bar = (a, b) => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const add = (tag, attributes) => {
      const made = document.createElementNS(svg.namespaceURI, tag);
      for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
      svg.append(made);
    };
    const at = (value) => 4 + 152 * value;
    for (const [name, value] of Object.entries({ class: `whisker${a >= b ? "" : " control"}`, viewBox: "0 0 160 12", width: 160, height: 12, "aria-hidden": "true" })) svg.setAttribute(name, value);
    for (const tick of [0, 0.5, 1]) add("line", { class: "tick", x1: at(tick), x2: at(tick), y1: 1, y2: 11 });
    if (a === null || b === null) return svg;
    add("line", { class: "reach", x1: at(b), x2: at(a), y1: 6, y2: 6 });
    add("circle", { class: "hollow", cx: at(b), cy: 6, r: 3 });
    add("circle", { class: "dot", cx: at(a), cy: 6, r: 3.4 });
    return svg;
  };

  const items = (track, a, b) => {
    const rows = track.items
      .map((item, i) => ({ item, a: a.items[i], b: b.items[i], d: minus(a.items[i], b.items[i]) }))
      .sort((x, y) => Math.abs(y.d ?? 0) - Math.abs(x.d ?? 0));
    const body = element("tbody");
    for (const { item, a: first, b: second, d } of rows) {
      const row = element("tr", {}, element("th", { scope: "row" }, linked(item.name, item.page)));
      cells(row, shown(first), shown(second), signed(d));
      row.append(element("td", { class: "plotcell" }, bar(first, second)));
      body.append(row);
    }
    return table([track.item, a.name, b.name, "Difference", "● first  ○ second"], body);
  };

  const show = () => {
    const track = tracks[key()];
    if (!track.systems.length) return result.replaceChildren(element("p", { class: "empty", text: "There is no system to compare yet." }));
    const at = (name) => track.systems.findIndex((system) => system.name === field(name).value);
    const [i, j] = [at("a"), at("b")];
    const [a, b] = [track.systems[i], track.systems[j]];
    result.replaceChildren(sentence(track, i, j), element("h3", { text: "Scores" }), measures(track, a, b), element("h3", { text: `By ${track.item}, the largest difference first` }), items(track, a, b));
  };

  const write = () => {
    const state = new URLSearchParams();
    if (field("track")) state.set("track", key());
    for (const name of ["a", "b"]) state.set(name, field(name).value);
    history.replaceState(null, "", `#${state}`);
  };

  const restore = () => {
    const state = new URLSearchParams(location.hash.slice(1));
    if (field("track") && state.get("track") in tracks) field("track").value = state.get("track");
    else if (field("track")) field("track").value = Object.keys(tracks).find((one) => tracks[one].systems.some((system) => system.name === state.get("a"))) ?? key();
    fill();
    const names = tracks[key()].systems.map((system) => system.name);
    for (const name of ["a", "b"]) if (names.includes(state.get(name))) field(name).value = state.get(name);
    if (field("a").value === field("b").value) field("b").value = names.find((name) => name !== field("a").value) ?? names[0];
    show();
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    if (event.target.name === "track") fill();
    show();
    write();
  });
  document.getElementById("swap").addEventListener("click", () => {
    [field("a").value, field("b").value] = [field("b").value, field("a").value];
    show();
    write();
  });
  window.addEventListener("hashchange", restore);
  restore();
})();
