// What the page of the engine "chromium" does with a Mermaid source. Evaluated after mermaid.min.js.
"use strict";

// Pictures that a source names are not loaded: they are drawn as empty squares.
HTMLImageElement.prototype.decode = async () => {};
for (const side of ["naturalWidth", "naturalHeight"]) {
  Object.defineProperty(HTMLImageElement.prototype, side, { get: () => 1 });
}

// The type of the diagram and its SVG as well-formed XML; or Mermaid's words about an error.
async function drawMermaid(source, configuration) {
  const host = document.body;
  host.replaceChildren();
  try {
    mermaid.initialize(configuration);
    const { svg, diagramType } = await mermaid.render("mermaid", source);
    host.innerHTML = svg;
    return { type: diagramType, svg: new XMLSerializer().serializeToString(host.querySelector("svg")) };
  } catch (error) {
    return { error: String(error?.message ?? error), line: error?.hash?.loc?.first_line ?? null };
  } finally {
    host.replaceChildren();
  }
}
