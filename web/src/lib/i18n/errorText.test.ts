// English error messages are for people: no offsets and no parser terms.

import { expect, test, vi } from 'vitest';

vi.stubGlobal('navigator', { language: 'en-GB' });
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
vi.stubGlobal('location', new URL('http://localhost/'));

const { complaintText } = await import('./errorText');

test('a syntax error is shown without byte offset', () => {
  const expected = 'a move, such as `d4` or `O-O`';
  const unread = {
    code: 'syntax',
    at: 0,
    expected,
    text: `At offset 0: expected ${expected}, found \`zzz\`.`,
  };
  expect(complaintText(unread)).toBe('“zzz” cannot be read here. Expected: a move, such as “d4” or “O-O”.');
  const ended = { code: 'syntax', at: 3, expected: '`]`', text: 'At offset 3: expected `]`, found the end.' };
  expect(complaintText(ended)).toBe('Something is missing at the end: “]”.');
});

test('a refusal of the rules is shown without byte offset', () => {
  const text = 'The king stands on e1.';
  expect(
    complaintText({
      code: 'refused',
      at: 7,
      text: `At offset 7: ${text}`,
      reasons: [{ code: 'king', text, points: [] }],
    }),
  ).toBe(text);
  expect(complaintText({ code: 'rate', text: 'Please wait.' })).toBe('Please wait.');
});
