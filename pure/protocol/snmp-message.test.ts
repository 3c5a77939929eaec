import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requestedNames, FIRST_ID, LAST_ID, readSnmpAnswer, snmpQuestion, UnreadableAnswer } from './snmp-message.ts'

const hex = (text: string) => new Uint8Array(text.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? [])
const name = '1.3.6.1.2.1.1.1.0'

test('encodes a request for one variable byte by byte as in RFC 3416', () => {
  const asked = requestedNames([name])
  const question = '302902010104067075626c6963a01c02041234567802010002010030'
  expect(snmpQuestion('public', 0x12345678, asked)).toEqual(hex(`${question}0e300c06082b060102010101000500`))
  const bulk = question.replace('a01c', 'a51c').replace('02010002010030', '02010002010c30')
  expect(snmpQuestion('public', 0x12345678, asked, 12)).toEqual(hex(`${bulk}0e300c06082b060102010101000500`))
})

const oid = fc
  .tuple(fc.nat(2), fc.nat(39), fc.array(fc.integer({ min: 0, max: 0xffff_ffff }), { maxLength: 40 }))
  .map((parts) => parts.flat().join('.'))

/** The request changed into its own response: another PDU type, all values Null. */
function echoed(question: Uint8Array): Uint8Array {
  const at = question.findIndex((byte, n) => byte === 0xa0 && n > 6)
  return question.with(at, 0xa2)
}

test('decodes every name, number and community that it encoded', () => {
  const community = fc.string({
    unit: fc.integer({ min: 0, max: 0x9f }).map((n) => String.fromCharCode(n)),
    maxLength: 200,
  })
  fc.assert(
    fc.property(
      fc.array(oid, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: FIRST_ID, max: LAST_ID }),
      community,
      (oids, id, word) => {
        const bytes = echoed(snmpQuestion(word, id, requestedNames(oids)))
        for (const asked of [requestedNames(oids), requestedNames([])])
          expect(readSnmpAnswer(bytes, word, asked)).toEqual({
            id,
            error: 0,
            errorAt: 0,
            oids,
            values: oids.map(() => undefined),
          })
        expect(() => readSnmpAnswer(bytes, `${word}x`, requestedNames(oids))).toThrow(UnreadableAnswer)
      },
    ),
  )
})

/** A response for `name` with this value, with lengths in the long form that some devices use. */
function answer(value: string): Uint8Array {
  const bind = `06082b06010201010100${value}`
  const size = (text: string) => (text.length / 2).toString(16).padStart(4, '0')
  const list = `3082${size(bind)}${bind}`
  const pdu = `0204123456780201000201003082${size(list)}${list}`
  const all = `02010104067075626c6963a282${size(pdu)}${pdu}`
  return hex(`3082${size(all)}${all}`)
}

test.each([
  ['020100', 0],
  ['0201ff', -1],
  ['02047fffffff', 2_147_483_647],
  ['020500ffffffff', 4_294_967_295],
  ['4104ffffffff', 4_294_967_295],
  ['410500ffffffff', 4_294_967_295],
  ['430107', 7],
  ['46080000010000000000', 2 ** 40],
  ['460900ffffffffffffffff', 2 ** 64],
  ['0403414200', 'AB\0'],
  ['0402c3a9', '\u00c3\u00a9'],
  ['0400', ''],
  ['40040a000001', '10.0.0.1'],
  ['06032b0601', '1.3.6.1'],
  ['0603883703', '2.999.3'],
  ['0500', undefined],
  ['4701ff', undefined],
  ['8000', null],
  ['8100', null],
  ['8200', null],
])('%s is %s', (bytes, value) => {
  expect(readSnmpAnswer(answer(bytes), 'public', requestedNames([name])).values).toEqual([value])
})

test.each([
  ['an address of three bytes', '40030a0000'],
  ['an empty number', '0200'],
  ['a number too long', '0209010101010101010101'],
  ['a counter too long', '4106010101010101'],
  ['a name that does not end', '06022b86'],
  ['a name beyond 32 bits', '06062b9080808000'],
  ['a length beyond the message', '04ff'],
  ['a length of unknown size', '0480'],
])('%s is refused', (_, bytes) => {
  expect(() => readSnmpAnswer(answer(bytes), 'public', requestedNames([name]))).toThrow(UnreadableAnswer)
})

test('any input is either decoded or reported as unreadable', () => {
  const right = answer('0403414200')
  const wild = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc
      .array(fc.tuple(fc.nat(right.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
      .map((changes) => changes.reduce((bytes, [at, byte]) => bytes.with(at, byte), right)),
    fc.nat(right.length).map((length) => right.subarray(0, length)),
  )
  fc.assert(
    fc.property(wild, (bytes) => {
      try {
        const read = readSnmpAnswer(bytes, 'public', requestedNames([name]))
        expect(read.values).toHaveLength(read.oids.length)
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableAnswer)
      }
    }),
    { numRuns: 3000 },
  )
})
