import { expect, test } from 'vitest';
import { mayHalt } from '#shared/svg-repeats.ts';

const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`;
const BOMB = 'data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=';

test('an SVG that holds another one is drawn only after a press', () => {
  for (const inner of [
    `<image href="${BOMB}"/>`,
    `<image xlink:href="DATA:image/SVG+XML,%3Csvg/%3E"/>`,
    `<image href="d&#97;ta:image/svg+xml,x"/>`,
    `<image href="da\n\tta:image/svg+xml,x"/>`,
    `<feImage href="${BOMB}"/>`,
    `<style>rect{background:url(${BOMB})}</style>`,
    '<style>rect{background:u\\72l("d\\61ta:image/svg+xml,x")}</style>',
    '<foreignObject><img src="data:text/html,x"/></foreignObject>',
    `<image href="data:${' '.repeat(300)}image/svg+xml,x"/>`,
    `<image href="data:image/svg+xml${' &#32;'.repeat(150)};base64,x"/>`,
    '<rect fill="u\\72l(#a)"/>',
    "<rect mask='url(\\64 ata:image/svg+xml,x#m)'/>",
  ])
    expect(mayHalt(svg(inner)), inner).toBe(true);
});

test('one that holds a photograph, a font or only words is drawn at once', () => {
  for (const inner of [
    '<image href="data:image/png;base64,AAAA"/>',
    '<image href="data:image/jpeg;base64,AAAA"/>',
    '<style>@font-face{src:url(data:font/woff2;base64,AAAA)}</style>',
    '<text>Data: 12, 13; and/or more</text>',
    '<rect width="10"/>',
  ])
    expect(mayHalt(svg(inner)), inner).toBe(false);
});

test('what looks like many addresses is looked through at once', () => {
  const began = performance.now();
  expect(mayHalt(svg(`<text>${'data:/'.repeat(300_000)}</text>`))).toBe(false);
  expect(performance.now() - began).toBeLessThan(2000);
});
