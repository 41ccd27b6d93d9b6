"use strict";
/* What the pages can do beyond their forms: keys, marks on the picture, drafts, sending again when offline. */
(() => {
  const { study, rater, place } = document.body.dataset;

  /* What is kept on this device. It may be full or forbidden: the form works without. */
  const store = (act) => {
    try {
      return act(localStorage);
    } catch {
      return null;
    }
  };
  const name = `study:${study}:${rater}:${place}`;
  const forget = () => store((kept) => kept.removeItem(name));
  for (const link of document.querySelectorAll("[data-forget]")) link.addEventListener("click", forget);
  document.querySelector("form.out")?.addEventListener("submit", () =>
    store((kept) => Object.keys(kept).filter((one) => one.startsWith("study:")).forEach((one) => kept.removeItem(one))),
  );

  const form = document.getElementById("answer");
  if (!form) return;
  const field = (name) => form.elements[name];
  const help = document.getElementById("help");
  const said = document.getElementById("said");
  const say = (text) => (said.textContent = text);
  const scales = [...form.querySelectorAll("fieldset")];
  const radios = (i) => [...scales[i].querySelectorAll("input")];
  const given = (i) => radios(i).find((one) => one.checked)?.value ?? "";
  const firstOpen = (from = 0) => scales.findIndex((_, i) => i >= from && !given(i));

  /* The answer, the steps that led to it, and its draft: kept at every change, gone once it is sent. */
  const picture = makePicture({ say, changed: () => changed(), typed: () => keep() });
  const steps = [];
  let active = 0;
  const state = () => ({
    ratings: Object.fromEntries(scales.map((scale, i) => [scale.dataset.scale, given(i)])),
    note: field("note").value,
    tags: picture.tags(),
    based_on: field("based_on").value,
  });
  const put = ({ ratings, note, tags, based_on }) => {
    scales.forEach((scale, i) => radios(i).forEach((one) => (one.checked = one.value === ratings[scale.dataset.scale])));
    field("note").value = note;
    field("based_on").value = based_on;
    picture.put(tags);
    noted();
  };
  const noted = () => {
    before = state();
    field("tags").value = JSON.stringify(before.tags);
  };
  const keep = () => store((kept) => kept.setItem(name, JSON.stringify(state())));
  const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  let before = null;
  const changed = () => {
    steps.push({ ...before, active });
    noted();
    field("client").value = newId();
    keep();
    say("");
  };
  const undo = () => {
    const last = steps.pop();
    if (!last) return say("There is nothing to undo on this page.");
    put(last);
    field("client").value = newId();
    keep();
    turn(last.active);
    say("Undone.");
  };

  /* Scales: the active one takes the keys. */
  const go = (to) => {
    active = to;
    scales.forEach((scale, i) => scale.classList.toggle("active", i === to));
  };
  const turn = (to) => {
    go(to);
    (radios(to).find((one) => one.checked) ?? radios(to)[0]).focus({ preventScroll: true });
    scales[to].scrollIntoView({ block: "nearest" });
  };
  const rate = (value) => {
    radios(active).find((one) => one.value === value).checked = true;
    changed();
    const next = firstOpen(active + 1);
    turn(next < 0 ? Math.min(active + 1, scales.length - 1) : next);
  };
  form.addEventListener("focusin", (event) => {
    const at = scales.indexOf(event.target.closest("fieldset"));
    if (at >= 0) go(at);
  });
  form.addEventListener("change", (event) => {
    if (event.target.type === "radio" || event.target === field("note")) changed();
  });
  field("note").addEventListener("input", keep);

  /* Keys. They can be turned off, for those whose software types letters of its own (WCAG 2.2, 2.1.4). */
  const actions = { mark: picture.toggle, in: picture.larger, out: picture.smaller, fit: picture.fit, undo, help: () => help.showModal() };
  const keys = {
    "+": picture.larger, "=": picture.larger, "-": picture.smaller, f: picture.fit, b: picture.toggle, n: picture.amid, u: undo,
    "?": actions.help, Escape: picture.stop, Enter: () => form.requestSubmit(), 0: () => rate("none"),
    ...Object.fromEntries(["1", "2", "3", "4", "5"].map((value) => [value, () => rate(value)])),
  };
  const isOn = document.getElementById("keys-on");
  isOn.checked = store((kept) => kept.getItem("study-keys")) !== "off";
  isOn.addEventListener("change", () => store((kept) => kept.setItem("study-keys", isOn.checked ? "on" : "off")));
  const press = (event) => {
    const on = event.target;
    if (on.matches("textarea, select, input:not([type=radio])")) {
      const isDone = event.key === "Escape" || (event.key === "Enter" && on.matches("input"));
      if (isDone) on.blur();
      return isDone;
    }
    if (picture.key(event)) return true;
    if (on.matches("a, button, summary") && event.key === "Enter") return false;
    if (!keys[event.key] || (!isOn.checked && event.key !== "Escape")) return false;
    if (!event.repeat || "+-=".includes(event.key)) keys[event.key](); // a key that is held down rates one scale only
    return true;
  };
  document.addEventListener("keydown", (event) => {
    if (help.open || sending) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      document.activeElement.blur(); // so that what is being typed counts
      return form.requestSubmit();
    }
    if (!event.ctrlKey && !event.metaKey && !event.altKey && press(event)) event.preventDefault();
  });
  document.querySelector(".tools").addEventListener("click", (event) => actions[event.target.closest("[data-do]")?.dataset.do]?.());

  /* Time spent: only while the page is seen. */
  let spent = Number(field("seconds").value) || 0;
  let since = document.hidden ? null : performance.now();
  const clock = () => {
    if (since !== null) spent += (performance.now() - since) / 1000;
    since = document.hidden ? null : performance.now();
    return spent;
  };
  document.addEventListener("visibilitychange", clock);

  /* Sending: the same submit again until it is answered, under one id, so that it is saved once. */
  let sending = false;
  const hold = (on) => {
    sending = on;
    form.querySelector("button.main").disabled = on;
    for (const part of [document.querySelector(".sight"), ...form.querySelectorAll(":scope > :not(.send)")]) part.inert = on;
  };
  const pause = (ms) =>
    new Promise((done) => {
      setTimeout(done, ms);
      window.addEventListener("online", done, { once: true });
    });
  const send = async () => {
    const body = new URLSearchParams(new FormData(form));
    for (let wait = 1000; ; wait = Math.min(2 * wait, 30000)) {
      try {
        const headers = { Accept: "application/json" };
        const reply = await fetch(form.action, { method: "POST", body, headers, signal: AbortSignal.timeout(30000) });
        if (![502, 503, 504].includes(reply.status)) return reply;
        say("The study does not answer. What you entered is kept here and is sent again.");
      } catch {
        say("No connection. What you entered is kept here and is sent again.");
      }
      await pause(wait);
    }
  };
  const image = document.getElementById("picture");
  const unseen = () => say("The picture is not loaded: do not rate it yet. Load the page again if it does not come.");
  image.addEventListener("error", unseen);
  if (image.complete && !image.naturalWidth) unseen();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (sending) return;
    if (!image.naturalWidth) return unseen();
    const open = firstOpen();
    if (open >= 0) {
      turn(open);
      return say("Give every scale a number, or say that you cannot tell.");
    }
    field("seconds").value = clock().toFixed(1);
    field("tags").value = JSON.stringify(picture.tags());
    hold(true);
    const reply = await send();
    if (reply.status === 409) return form.submit(); // the page that shows both answers
    const result = await reply.json().catch(() => ({ message: "The answer of the study cannot be read: load the page again." }));
    if (reply.ok && result.next) {
      forget();
      return location.assign(result.next);
    }
    hold(false);
    say(result.message);
  });

  /* The start: what the form holds, then what was not sent. */
  form.noValidate = true; // what is missing is said beside the button
  document.querySelector(".tools").hidden = false;
  if (matchMedia("(max-width: 860px)").matches) for (const part of document.querySelectorAll(".task details")) part.open = false;
  picture.put(JSON.parse(field("tags").value));
  noted();
  const same = (a, b) => JSON.stringify([a.ratings, a.note, a.tags]) === JSON.stringify([b.ratings, b.note, b.tags]);
  const draft = store((kept) => JSON.parse(kept.getItem(name)));
  if (draft?.ratings && draft.tags && !said.textContent) {
    const held = before;
    put(draft);
    if (same(held, before)) forget(); // it was sent, and only the reply was lost
    else {
      steps.push({ ...held, active: 0 });
      say("What you had not sent is here again. Undo takes it away.");
    }
  }
  go(Math.max(0, firstOpen()));
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
})();
