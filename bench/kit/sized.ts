/** `npm run bench -- --short`: every step of a figure with a few devices. The result is meaningless; it shows that the figure runs. */
export const isShort = process.env['BENCH_SHORT'] === '1'

const FEW = 12

/** This number of devices or turns, or a few in the short form. */
export const sized = (many: number): number => (isShort ? Math.min(many, FEW) : many)
