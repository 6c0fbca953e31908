// Theme, menu, copy buttons and search of the documentation site. Every page works without it.
'use strict';

const SETTINGS = 'chautari.settings';
const THEMES = ['system', 'light', 'dark'];
const COPY_RESET_MS = 1500;
const MAX_RESULTS = 12;
const EXCERPT = 150;

// ---- Theme: shared with the page people play on ----

function settings() {
  try {
    return JSON.parse(localStorage.getItem(SETTINGS) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

function theme() {
  const chosen = settings().theme;
  return THEMES.includes(chosen) ? chosen : 'system';
}

/** Marks the document before it is drawn; without a mark the style sheet follows the system. */
function showTheme() {
  if (theme() === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme();
}

showTheme();

function addThemeButton() {
  const button = document.getElementById('theme');
  const label = () => {
    const name = { system: 'as the system', light: 'light', dark: 'dark' }[theme()];
    button.textContent = { system: '◐', light: '☀', dark: '☾' }[theme()];
    button.title = `Colours: ${name}`;
    button.setAttribute('aria-label', `Colours: ${name}. Change`);
  };
  button.addEventListener('click', () => {
    const next = THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length];
    try {
      localStorage.setItem(SETTINGS, JSON.stringify({ ...settings(), theme: next }));
    } catch {
      // Storage may be disabled; then the button does nothing.
    }
    showTheme();
    label();
  });
  label();
  button.hidden = false;
}

// ---- Menu: open beside the page, closed above it ----

function prepareMenu() {
  const menu = document.querySelector('.menu');
  const wide = matchMedia('(min-width: 56rem)');
  const arrange = () => {
    menu.open = wide.matches;
  };
  wide.addEventListener('change', arrange);
  arrange();
  if (!wide.matches) return;
  const current = menu.querySelector('[aria-current]');
  if (current) menu.scrollTop = current.offsetTop - menu.clientHeight / 3;
}

/** Marks the heading that is being read in the outline. */
function followOutline() {
  const links = [...document.querySelectorAll('.outline a')];
  const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  if (!links.length) return;
  const mark = () => {
    const passed = headings.filter((heading) => heading && heading.getBoundingClientRect().top < innerHeight / 3).length;
    links.forEach((link, i) => link.classList.toggle('here', i === Math.max(0, passed - 1)));
  };
  addEventListener('scroll', mark, { passive: true });
  mark();
}

// ---- Copy buttons ----

async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Over plain HTTP there is no clipboard; the old way still works.
  const area = Object.assign(document.createElement('textarea'), { value: text });
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

function addCopyButtons() {
  for (const block of document.querySelectorAll('main pre')) {
    const frame = document.createElement('div');
    frame.className = 'code';
    block.replaceWith(frame);
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'copy', textContent: 'Copy' });
    button.addEventListener('click', async () => {
      await copy(block.textContent.trimEnd());
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), COPY_RESET_MS);
    });
    frame.append(block, button);
  }
}

// ---- Search ----

let loading;

/** Loads the index once. It is a script, so that it can be loaded from files too. */
function loadIndex() {
  loading ??= new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: 'search.js' });
    script.addEventListener('load', () => resolve(window.guideIndex));
    script.addEventListener('error', reject);
    document.head.append(script);
  });
  return loading;
}

const fold = (text) => text.normalize('NFKD').replace(/\p{Diacritic}/gu, '').toLowerCase();

/** How well a section matches all words: titles count most, then headings, then text; 0 if a word is missing. */
function score(words, title, heading, text) {
  let total = 0;
  for (const word of words) {
    const begins = (text) => (` ${text}`.includes(` ${word}`) ? 1 : 0.5);
    if (heading.includes(word)) total += 8 * begins(heading);
    else if (title.includes(word)) total += 5 * begins(title);
    else if (text.includes(word)) total += 1 + begins(text);
    else return 0;
  }
  return heading === words.join(' ') ? total + 10 : total;
}

function find(index, query) {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const hits = [];
  for (const [page, anchor, heading, text] of index.sections) {
    const [address, title] = index.pages[page];
    const points = score(words, fold(title), fold(heading), fold(text));
    if (points) hits.push({ points: points + (anchor ? 0 : 1), address, anchor, title, heading, text, words });
  }
  return hits.sort((one, other) => other.points - one.points).slice(0, MAX_RESULTS);
}

/** Text around the first word that is found in it. */
function excerpt({ text, words }) {
  const folded = fold(text);
  const at = Math.max(0, Math.min(...words.map((word) => folded.indexOf(word)).filter((at) => at >= 0), text.length) - 40);
  const from = at && text.indexOf(' ', at) + 1;
  const part = text.slice(from, from + EXCERPT);
  return `${from ? '… ' : ''}${part}${from + EXCERPT < text.length ? ' …' : ''}`;
}

function result(hit) {
  const link = document.createElement('a');
  link.href = hit.address + (hit.anchor ? `#${hit.anchor}` : '');
  const name = Object.assign(document.createElement('b'), { textContent: hit.anchor ? hit.heading : hit.title });
  const place = Object.assign(document.createElement('small'), { textContent: hit.anchor ? hit.title : '' });
  const text = Object.assign(document.createElement('span'), { textContent: excerpt(hit) });
  link.append(name, place, text);
  return link;
}

function addSearch() {
  const field = document.getElementById('find');
  const list = document.getElementById('found');
  const close = () => (list.hidden = true);
  const show = async () => {
    if (!field.value.trim()) return close();
    const index = await loadIndex();
    const hits = find(index, field.value);
    list.replaceChildren(...hits.map(result));
    if (!hits.length) list.append(Object.assign(document.createElement('p'), { textContent: 'Nothing found.' }));
    list.hidden = false;
  };
  const move = (step) => {
    const links = [...list.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement) + step;
    (at < 0 ? field : links[Math.min(at, links.length - 1)])?.focus();
  };
  field.addEventListener('focus', loadIndex);
  field.addEventListener('input', show);
  document.querySelector('.find').addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      close();
      field.focus();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      move(event.key === 'ArrowDown' ? 1 : -1);
      event.preventDefault();
    } else if (event.key === 'Enter' && event.target === field) {
      list.querySelector('a')?.click();
    }
  });
  document.addEventListener('click', (event) => {
    if (!event.target.closest('.find')) close();
    // A heading of this page that was found.
    else if (event.target.closest('a')) close();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName);
    if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
      field.focus();
      event.preventDefault();
    }
  });
}

document.addEventListener('DOMContentLoaded', () => {
  addThemeButton();
  prepareMenu();
  followOutline();
  addCopyButtons();
  addSearch();
});
