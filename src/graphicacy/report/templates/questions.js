"use strict";
/* The gallery of questions. With a system chosen, a card tells of its answer, else of all. */
(() => {
  const data = window.data?.questions;
  if (!data || !document.querySelector(".filters")) return;

  const rows = data.questions.map(([page, picture, task, variant, difficulty, rendering, question, words, scores, outcomes, statuses]) => ({
    page, picture, task: data.tasks[task], variant, difficulty, rendering, question, scores, outcomes, statuses,
    text: `${data.tasks[task]} ${variant} ${question} ${words}`.toLowerCase(),
  }));
  const at = (filters) => (filters.system === undefined ? -1 : data.systems.indexOf(filters.system));
  const mean = (row) => {
    const known = row.scores.filter((score) => score !== null);
    return known.length ? known.reduce((sum, score) => sum + score, 0) / known.length : null;
  };
  const score = (row, filters) => (at(filters) < 0 ? mean(row) : row.scores[at(filters)]);
  const outcome = (name, count) => element("span", `outcome ${name.replace(" ", "-")}`, count === undefined ? name : `${count} ${name}`);

  const holds = (row, filters) => {
    const i = at(filters);
    const marked = (marks, names, value) => {
      const mark = String(names.indexOf(value));
      return i < 0 ? marks.includes(mark) : marks[i] === mark;
    };
    if (i >= 0 && row.outcomes[i] === "-") return false;
    return Object.entries(filters).every(([name, value]) => {
      if (name === "system") return true;
      if (name === "outcome") return marked(row.outcomes, data.outcomes, value);
      if (name === "status") return marked(row.statuses, data.statuses, value);
      return row[name] === value;
    });
  };

  const card = (row, filters) => {
    const i = at(filters);
    const [code, ...name] = row.task.split(" ");
    const title = element("h3", "", element("span", "code", code), ` ${name.join(" ").replaceAll("-", " ")} `, element("span", "range", row.variant.replaceAll("-", " ")));
    const told = element("p", "by");
    if (i >= 0) told.append(outcome(data.outcomes[row.outcomes[i]]), " ", shownNumber(row.scores[i]));
    else data.outcomes.forEach((one, k) => {
      const count = [...row.outcomes].filter((mark) => mark === String(k)).length;
      if (count) told.append(outcome(one, count), " ");
    });
    const href = i < 0 ? row.page : `${row.page}#by=${encodeURIComponent(data.systems[i])}`;
    const caption = element("div", "caption", title, told, element("p", "question foreign", row.question));
    return element("article", "card", pictured(row.picture, href, `${code}, ${row.variant}: ${row.question}`, "Picture not available"), caption);
  };

  gallery({ rows, noun: "questions", card, matches: holds, text: (row) => row.text, score });
})();
