import { useCallback, useMemo } from 'react'
import { useScene } from '../../../kit/session/scene.ts'
import { useMay } from '../../../kit/session/session.ts'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { useComparison } from './compare/use-comparison.ts'
import { lanesOf, type Picture } from './drawing/paint.ts'
import { sift } from './filter.ts'
import { isPlaced, type TopologyNetwork } from './network.ts'
import { useMoves } from './use-moves.ts'
import { useNetwork } from './use-network.ts'

/** The state of the page in its address. */
const start = { at: 0, q: '', vlan: 0, ssid: '', band: -1, on: '', show: 'map', span: 86_400, vs: 0 }

export type TopologyState = ReturnType<typeof useTopology>
/** Set once a response is available. */
export type KnownTopology = TopologyState & { network: TopologyNetwork }

/** The network of the scene at the time in the address, its comparison, and the search in it. */
export function useTopology() {
  const scene = useScene()
  const may = useMay()
  const [url, setUrl] = useUrlState(start)
  const { data: network, error, refetch, isPlaceholderData: isComing } = useNetwork(scene.id, url.at)
  const former = useNetwork(scene.id, url.vs, url.vs > 0)
  const compared = useComparison(url.vs > 0 && !former.isPlaceholderData ? former.data : undefined, network)
  const moves = useMoves(scene.id, network?.nodes)
  const mayWrite = may('scene.write') && !scene.readOnly
  const past = url.at > 0

  const shown = useMemo(() => [...moves.nodes, ...(compared?.nodes ?? [])], [moves.nodes, compared])
  const placed = useMemo(() => shown.filter(isPlaced), [shown])
  const edges = useMemo(() => [...(network?.edges ?? []), ...(compared?.edges ?? [])], [network, compared])
  const { q: text, vlan, ssid, band } = url
  const found = useMemo(() => sift(moves.nodes, { text, vlan, ssid, band }), [moves.nodes, text, vlan, ssid, band])
  const choose = useCallback((id: string | undefined) => setUrl({ on: id ?? '' }), [setUrl])
  const lit = found?.lit ?? compared?.lit
  /** As in exported files: nothing is selected. */
  const picture = (): Picture => ({
    nodes: placed,
    edges,
    at: new Map(placed.map((one) => [one.id, one])),
    lanes: lanesOf(edges),
    lit,
    hits: found?.hits,
    chosen: undefined,
    hovered: undefined,
    marks: compared?.marks,
  })
  return {
    scene,
    url,
    setUrl,
    network,
    error,
    refetch,
    isComing,
    former,
    compared,
    moves,
    shown,
    placed,
    edges,
    found,
    lit,
    picture,
    choose,
    past,
    mayWrite,
    mayMove: mayWrite && !past && url.vs === 0 && network?.locked !== 1,
    mayScan: may('device.write') && !scene.readOnly,
  }
}
