import { expect, test } from 'vitest'
import { forEach, inChunks } from './batch-outcome.ts'
import { Cancelled, ServerRefusal } from '../calls/refusal.ts'

const rows = [1, 2, 3, 4, 5, 6].map((id) => ({ id, name: `AP-${id}` }))

test('one call a row: who was refused is named with the reason, and the others go on', async () => {
  const ended: number[] = []
  const work = async ({ id }: { id: number }) => {
    if (id === 2) throw new ServerRefusal(10301, '设备离线', null)
    if (id === 3) throw new Cancelled('left')
  }
  const outcome = await forEach(
    rows,
    ({ name }) => name,
    work,
    (done) => ended.push(done),
  )
  expect(outcome).toEqual({ total_cnt: 6, err_cnt: 1, rejected: [{ id: 2, name: 'AP-2', reason: '设备离线' }] })
  expect(ended).toEqual([1, 2, 3, 4, 5, 6])
})

test('many ids go in pieces and come back as one outcome', async () => {
  const sizes: number[] = []
  const outcome = await inChunks(
    Array.from({ length: 1201 }, (_, index) => index + 1),
    async (ids) => {
      sizes.push(ids.length)
      return { total_cnt: ids.length, err_cnt: 1, rejected: [{ id: ids[0] ?? 0, name: 'x', reason: 'y' }] }
    },
  )
  expect(sizes).toEqual([500, 500, 201])
  expect(outcome).toMatchObject({ total_cnt: 1201, err_cnt: 3 })
  expect(outcome.rejected?.map(({ id }) => id)).toEqual([1, 501, 1001])
})
