/** Fields of a row of telemetry_sample, and the type id of PostgreSQL's `real`. */
const FIELDS = 8
const REAL = 700
const SIGNATURE = 'PGCOPY\n\xff\r\n\0'
const HEADER = SIGNATURE.length + 8
const END = 2
/** Maximum bytes of a row without its traffic, and of the header of the traffic. */
const GAUGES = 2 + 2 * 8 + 5 * 6
const ARRAY = 4 + 20

/**
 * Rows of telemetry_sample in PostgreSQL's binary COPY format: half the cost of text on both sides. The capacity is the
 * number of rows, and the total number of traffic values.
 */
export class SampleRows {
  private readonly bytes: Buffer
  private readonly view: DataView
  private at = HEADER
  /** The offset of the array that is being written. */
  private array = 0

  constructor(rows: number, numbers: number) {
    this.bytes = Buffer.allocUnsafe(HEADER + rows * (GAUGES + ARRAY) + numbers * 8 + END)
    this.view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length)
    this.bytes.write(SIGNATURE, 'latin1')
    this.bytes.fill(0, SIGNATURE.length, HEADER)
  }

  /** Begins a row. Five gauges follow, then its traffic. */
  begin(device_id: number, ts: number): void {
    const { view } = this
    view.setInt16(this.at, FIELDS)
    view.setInt32(this.at + 2, 4)
    view.setInt32(this.at + 6, device_id)
    view.setInt32(this.at + 10, 4)
    view.setInt32(this.at + 14, ts)
    this.at += 18
  }

  /** A smallint. */
  gauge(value: number | null): void {
    const { view, at } = this
    if (value === null) {
      view.setInt32(at, -1)
      this.at += 4
      return
    }
    view.setInt32(at, 2)
    view.setInt16(at + 4, value)
    this.at += 6
  }

  /** Begins an array of `length` numbers, which follow. */
  traffic(length: number): void {
    const { view, at } = this
    view.setInt32(at + 4, 1)
    view.setInt32(at + 8, 0)
    view.setInt32(at + 12, REAL)
    view.setInt32(at + 16, length)
    view.setInt32(at + 20, 1)
    this.array = at
    this.at = at + ARRAY
  }

  real(value: number): void {
    this.view.setInt32(this.at, 4)
    this.view.setFloat32(this.at + 4, value)
    this.at += 8
  }

  unknown(): void {
    this.view.setInt32(this.array + 8, 1)
    this.view.setInt32(this.at, -1)
    this.at += 4
  }

  endTraffic(): void {
    this.view.setInt32(this.array, this.at - this.array - 4)
  }

  noTraffic(): void {
    this.view.setInt32(this.at, -1)
    this.at += 4
  }

  /** The complete buffer; nothing may follow. */
  end(): Buffer {
    this.view.setInt16(this.at, -1)
    return this.bytes.subarray(0, this.at + END)
  }
}
