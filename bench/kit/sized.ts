/** `npm run bench -- --short`: everything a figure does with a few devices. What it says then means nothing; it shows that it runs. */
export const isShort = process.env['BENCH_SHORT'] === '1'

const FEW = 12

/** So many devices or turns, or a few in the short form. */
export const sized = (many: number): number => (isShort ? Math.min(many, FEW) : many)
