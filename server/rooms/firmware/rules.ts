import { modelKey } from '@belvedere/pure/device/model-key.ts'
import { compareVersions, runsVersion, versionIn } from '@belvedere/pure/device/version-order.ts'
import type { Firmware, FirmwareKind } from './store.ts'

export type DeviceMake = Pick<FirmwareKind, 'vendor' | 'model' | 'compatible' | 'family' | 'firmware'>
type ApplicableImage = Pick<Firmware, 'id' | 'models' | 'family' | 'version' | 'min_version' | 'channel'>

/** Its models and version are known: it can be offered to devices. */
export const isReady = ({ models, family, version }: Pick<Firmware, 'models' | 'family' | 'version'>): boolean =>
  version !== '' && (models.length > 0 || family !== '')

/** Every spelling by which an image may name this model. */
export function keysOf({ vendor, model, compatible }: DeviceMake): Set<string> {
  return new Set(
    [model, `${vendor} ${model}`, compatible].map(modelKey).filter((key) => key !== '' && key !== modelKey(vendor)),
  )
}

export function fits(image: Pick<ApplicableImage, 'models' | 'family'>, make: DeviceMake): boolean {
  if (image.family !== '') return image.family === make.family
  const keys = keysOf(make)
  return image.models.some((one) => keys.has(modelKey(one)))
}

/** The upgrade state of a device for an image that fits it. */
export function standing(
  image: Pick<ApplicableImage, 'version' | 'family'>,
  firmware: string,
): 'same' | 'behind' | 'ahead' {
  if (runsVersion(firmware, image.version)) return 'same'
  const runs = versionIn(firmware)
  if (runs === undefined) return 'behind'
  const order = compareVersions(runs, image.version)
  // builds of one agent version have no order: the one that comes with the product is meant
  if (order === 0) return image.family === '' ? 'same' : 'behind'
  return order < 0 ? 'behind' : 'ahead'
}

/** The newest that fits; test versions only when requested. */
export function newestFor<I extends ApplicableImage>(
  images: readonly I[],
  make: DeviceMake,
  beta = false,
): I | undefined {
  const fitting = images.filter((one) => isReady(one) && (beta || one.channel === 'stable') && fits(one, make))
  return fitting.reduce<I | undefined>(
    (best, one) => (best && compareVersions(best.version, one.version) >= 0 ? best : one),
    undefined,
  )
}

/**
 * The images to install one after the other to reach `target`: each may be installed over the previous one. Undefined
 * when the library lacks one in between.
 */
export function pathTo<I extends ApplicableImage>(images: readonly I[], make: DeviceMake, target: I): I[] | undefined {
  const path = [target]
  const fitting = images.filter((one) => one.channel === 'stable' && isReady(one) && fits(one, make))
  for (let first = target; !mayFollow(first, make.firmware); ) {
    const before = fitting
      .filter(
        ({ version }) =>
          compareVersions(version, first.min_version) >= 0 && compareVersions(version, first.version) < 0,
      )
      .sort((a, b) => compareVersions(a.version, b.version))[0]
    if (!before || path.includes(before)) return undefined
    path.unshift(before)
    first = before
  }
  return path
}

function mayFollow({ min_version }: ApplicableImage, firmware: string): boolean {
  const runs = versionIn(firmware)
  return min_version === '' || runs === undefined || compareVersions(runs, min_version) >= 0
}

/** Models named by an image that are not among the given ones. */
export function foreignModels(found: readonly string[], given: readonly string[]): string[] {
  const known = found.map(modelKey)
  return given.filter((one) => {
    const key = modelKey(one)
    return !known.some((model) => model === key || key.endsWith(model) || model.endsWith(key))
  })
}

/** Missing facts of an image without which no device can be upgraded. */
export function missingOf({ models, version, family }: Pick<Firmware, 'models' | 'version' | 'family'>): string[] {
  return [...(models.length > 0 || family !== '' ? [] : ['models']), ...(version === '' ? ['version'] : [])]
}
