import { firmwareErrors as errors } from '@belvedere/contract/rooms/firmware/errors.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { isManifest, readManifest, type Told } from './manifest.ts'
import { requireSafePath } from './safe-path.ts'

const BLOCK = 512
const MOST_ENTRIES = 50_000
const MOST_KEPT = 65_536

export const isTar = (head: Buffer) => head.length >= BLOCK && head.toString('latin1', 257, 262) === 'ustar'

/** Reads the names in a tar archive as its bytes pass by, and keeps the small files that say what it is for. */
export class TarWalk {
  told: Told = {}
  /** It is one of OpenWrt's: `sysupgrade-<board>/`. */
  sysupgrade = false
  private head = Buffer.alloc(0)
  private skip = 0
  private keep: { name: string; left: number; pieces: Buffer[] } | undefined
  private entries = 0
  private ended = false

  push(piece: Buffer): void {
    let rest = piece
    while (rest.length > 0 && !this.ended) {
      if (this.skip > 0) rest = this.pass(rest)
      else rest = this.gather(rest)
    }
  }

  /** To be called after the last piece. */
  end(): void {
    if (!this.ended && (this.skip > 0 || this.head.length > 0)) throw refuse(errors.truncated, { detail: 'tar' })
  }

  private pass(rest: Buffer): Buffer {
    const taken = rest.subarray(0, this.skip)
    this.skip -= taken.length
    const { keep } = this
    if (keep) {
      keep.pieces.push(taken.subarray(0, keep.left))
      keep.left -= Math.min(keep.left, taken.length)
      if (keep.left === 0) this.finish(keep.name, Buffer.concat(keep.pieces).toString('utf8'))
    }
    return rest.subarray(taken.length)
  }

  private finish(name: string, text: string): void {
    this.keep = undefined
    if (isManifest(name)) this.told = { ...this.told, ...readManifest(text) }
    const board = /^BOARD=(\S{1,64})$/m.exec(text)?.[1]
    if (/\/CONTROL$/.test(name) && board) this.told = { models: [board], ...this.told }
  }

  private gather(rest: Buffer): Buffer {
    const wanted = BLOCK - this.head.length
    this.head = Buffer.concat([this.head, rest.subarray(0, wanted)])
    if (this.head.length === BLOCK) this.enter()
    return rest.subarray(wanted)
  }

  private enter(): void {
    const { head } = this
    this.head = Buffer.alloc(0)
    const text = (from: number, length: number) => head.toString('utf8', from, from + length).replace(/\0.*$/s, '')
    const name = [text(345, 155), text(0, 100)].filter(Boolean).join('/')
    // two empty blocks end an archive; what fwtool appends after them is none of it
    if (name === '' || !isTar(head)) return void (this.ended = true)
    if (++this.entries > MOST_ENTRIES) throw refuse(errors.bomb)
    requireSafePath(name)
    if (head.toString('latin1', 156, 157) === '2' || head.toString('latin1', 156, 157) === '1')
      requireSafePath(text(157, 100))
    const size = Number.parseInt(text(124, 12).trim(), 8)
    if (!(size >= 0)) throw refuse(errors.damaged, { detail: 'tar' })
    if (/^(\.\/)?sysupgrade-/.test(name)) this.sysupgrade = true
    this.skip = Math.ceil(size / BLOCK) * BLOCK
    const wanted = isManifest(name) || /^(\.\/)?sysupgrade-[^/]+\/CONTROL$/.test(name)
    if (wanted && size > 0 && size <= MOST_KEPT) this.keep = { name, left: size, pieces: [] }
  }
}
