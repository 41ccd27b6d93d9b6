"use strict";
/* The gallery of drawings. */
(() => {
  const data = window.data?.figures;
  if (!data || !document.querySelector(".filters")) return;

  const status = { ok: "Picture not available", "no-drawing": "No drawing", failed: "Failed" };
  const rows = data.figures.map(([id, picture, system, task, sample, state, scores, errors, missing, words]) => {
    const { id: name, words: asked, type, discipline, difficulty } = data.tasks[task];
    const kinds = errors.map((error) => data.errors[error]);
    const drawn = data.systems[system];
    const text = `${drawn.name.toLowerCase()} ${asked} ${kinds.join(" ")} ${words}`;
    return { id, picture, system: drawn.name, kind: drawn.kind, task: name, type, discipline, difficulty, sample, state, scores, kinds, missing, text };
  });

  const card = (figure) => {
    const label = `${figure.task} by ${figure.system}, sample ${figure.sample}`;
    const heading = element("h3", "", element("span", "foreign", figure.task));
    if (figure.sample > 1) heading.append(" ", element("span", "range", `sample ${figure.sample}`));
    const by = element("p", "by", element("span", "foreign", figure.system));
    if (figure.kind === "control") by.append(" ", element("span", "tag", "control"));
    const scores = element("dl", "scores");
    ["overall", "TF", "SC", "SQ", "CA"].forEach((name, i) =>
      scores.append(element("div", "", element("dt", "", name), element("dd", "", shownNumber(figure.scores[i])))),
    );
    const caption = element("div", "caption", heading, by, scores);
    if (figure.missing) caption.append(element("p", "range", `${figure.missing} ${figure.missing === 1 ? "label" : "labels"} missing`));
    return element("article", "card", pictured(figure.picture, `figures/${figure.id}.html`, label, status[figure.state] ?? figure.state), caption);
  };

  gallery({
    rows,
    noun: "figures",
    card,
    matches: (row, filters) => Object.entries(filters).every(([name, value]) => (name === "error" ? row.kinds.includes(value) : row[name] === value)),
    text: (row) => row.text,
    score: (row) => row.scores[0],
  });
})();
