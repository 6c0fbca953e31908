import { expect, test } from 'vitest';
import { csv, namesIn } from './lists';

test('names are read from a list and from a table', () => {
  expect(namesIn('Asha\n\n Bikash Rai \nAsha\n')).toEqual(['Asha', 'Bikash Rai']);
  expect(namesIn('Class,Name\r\n7a,Asha\r\n7b,"Rai, Bikash"\r\n')).toEqual(['Asha', 'Rai, Bikash']);
  expect(namesIn('Asha;7a\nBikash;7b')).toEqual(['Asha', 'Bikash']);
  expect(namesIn('नाम\tकक्षा\nआशा\t७')).toEqual(['आशा']);
  expect(namesIn('')).toEqual([]);
});

test('a cell stays a text', () => {
  expect(csv([['a "b"', '=1+1']])).toBe('"a ""b""","\'=1+1"\r\n');
});
