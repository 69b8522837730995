import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressOf,
  bringToFront,
  changePage,
  closeOthers,
  closePage,
  homePath,
  maxMounted,
  noPages,
  type Pages,
} from './pages.ts';

const visit = (...paths: string[]): Pages => paths.reduce((pages, path) => bringToFront(pages, path, ''), noPages);
const tabs = (pages: Pages) => pages.open.map((page) => page.path);

describe('open pages', () => {
  it('begin with the home page and keep the order in which they were opened', () => {
    expect(tabs(visit('/b', '/a', '/b'))).toEqual([homePath, '/b', '/a']);
  });

  it('keep their filters while another is in front', () => {
    const pages = bringToFront(bringToFront(noPages, '/a', 'page=3'), '/b', '');
    expect(pages.open.map(addressOf)).toEqual([homePath, '/a?page=3', '/b']);
  });

  it('take new filters from the address', () => {
    const pages = bringToFront(bringToFront(noPages, '/a', 'page=3'), '/a', 'page=4');
    expect(pages.open.map(addressOf)).toEqual([homePath, '/a?page=4']);
  });

  it('are the same object when nothing has changed, so that nothing is drawn again', () => {
    const pages = visit('/a');
    expect(bringToFront(pages, '/a', '')).toBe(pages);
  });

  it('name themselves after the thing they show', () => {
    expect(changePage(visit('/a'), '/a', { title: '王桂兰' }).open[1]?.title).toBe('王桂兰');
  });
});

describe('closing a page', () => {
  it('hands over to the right neighbour, at the end to the left one', () => {
    const pages = visit('/a', '/b', '/c');
    expect(closePage(pages, '/b').next?.path).toBe('/c');
    expect(closePage(pages, '/c').next?.path).toBe('/b');
    expect(tabs(closePage(pages, '/b').pages)).toEqual([homePath, '/a', '/c']);
  });

  it('never closes the home page', () => {
    const pages = visit(homePath, '/a');
    expect(closePage(pages, homePath)).toEqual({ pages, next: undefined });
  });

  it('of all others leaves the home page and the one in front', () => {
    expect(tabs(closeOthers(visit('/a', '/b', '/c'), '/b'))).toEqual([homePath, '/b']);
  });
});

it('however pages are visited and closed, the home page stands first, no page twice, and at most eight stay mounted', () => {
  const step = fc.record({ path: fc.integer({ min: 0, max: 15 }).map((index) => `/${index}`), close: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const pages = steps.reduce(
        (previous, { path, close }) => (close ? closePage(previous, path).pages : bringToFront(previous, path, '')),
        noPages,
      );
      expect(tabs(pages)[0]).toBe(homePath);
      expect(new Set(tabs(pages)).size).toBe(pages.open.length);
      expect(pages.mounted.length).toBeLessThanOrEqual(maxMounted);
      expect(pages.mounted.every((path) => tabs(pages).includes(path))).toBe(true);
    }),
  );
});
