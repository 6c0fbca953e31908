import { expect, test } from 'vitest';
import { csv, namesIn } from './csv';

test('names are parsed from lists and tables', () => {
  expect(namesIn('Asha\n\n Bikash Rai \nAsha\n')).toEqual(['Asha', 'Bikash Rai', 'Asha']);
  expect(namesIn('Class,Name\r\n7a,Asha\r\n7b,"Rai, Bikash"\r\n')).toEqual(['Asha', 'Bikash Rai']);
  expect(namesIn('First Name,Last Name\nSita,Sharma\nRam,\n')).toEqual(['Sita Sharma', 'Ram']);
  expect(namesIn('Name,Surname\nSita,Sharma')).toEqual(['Sita Sharma']);
  expect(namesIn('नाम,थर\nसीता,शर्मा')).toEqual(['सीता शर्मा']);
  expect(namesIn('1;Sita\n2;Gita')).toEqual(['Sita', 'Gita']);
  expect(namesIn('S.N.,Who\n1,Sita\n2,Gita')).toEqual(['Sita', 'Gita']);
  expect(namesIn('1. Sita\n२) गीता')).toEqual(['Sita', 'गीता']);
  expect(namesIn('Sita, Gita, Ram')).toEqual(['Sita', 'Gita', 'Ram']);
  expect(namesIn('Name,Class\n')).toEqual([]);
  expect(namesIn('Asha;7a\nBikash;7b')).toEqual(['Asha', 'Bikash']);
  expect(namesIn('नाम\tकक्षा\nआशा\t७')).toEqual(['आशा']);
  expect(namesIn('')).toEqual([]);
});

test('cells are escaped', () => {
  expect(csv([['a "b"', '=1+1']])).toBe('"a ""b""","\'=1+1"\r\n');
});
