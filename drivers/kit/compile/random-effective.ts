import { radioBand, wanType, wifiBandwidth, wifiMode, wifiSecurity } from '@belvedere/contract/rooms/intent/enums.ts'
import type { Effective } from '@belvedere/contract/rooms/intent/shapes.ts'

type Random = () => number

/** For tests: some wishes of every kind, sensible or not, each field set about every other time. */
export function randomEffective(random: Random): Effective {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const flag = () => pick([0, 1] as const)
  const some = <T extends object>(all: { [K in keyof T]: () => T[K] }): Partial<T> =>
    Object.fromEntries(
      Object.entries(all).flatMap(([name, make]) => (random() < 0.5 ? [[name, (make as () => unknown)()]] : [])),
    ) as Partial<T>
  const keyed = (keys: readonly string[], make: () => object) =>
    Object.fromEntries(keys.filter(() => random() < 0.5).map((key) => [key, make()]))
  const ports = () => pick([['LAN1'], ['LAN*'], ['WAN*', 'LAN7'], ['Ethernet3']])
  const subnet = () => pick(['10.1.0.1/24', '192.168.9.1/29', '300.1.1.1/24'])
  const all = {
    system: keyed([''], () =>
      some({
        name: () => pick(['lobby-1', 'Foyer é']),
        timezone: () => pick(['Asia/Shanghai', 'Mars/Base', 'EST5EDT']),
        leds: flag,
        password: () => 'Secret-123',
      }),
    ),
    lan: keyed(['LAN', 'guests'], () =>
      some({
        vlan: () => pick([20, 30]),
        subnet,
        dhcp: flag,
        dhcp_first: () => 20,
        dhcp_count: () => pick([50, 5000]),
        dhcp_hours: () => 12,
        dns: () => ['1.1.1.1'],
        ports,
      }),
    ),
    wan: keyed(['WAN', 'backup'], () =>
      some({
        type: () => pick(wanType.ids),
        ports,
        vlan: () => pick([0, 7]),
        subnet,
        gateway: () => '10.1.0.254',
        dns: () => ['9.9.9.9'],
        user: () => 'u',
        password: () => 'p',
        mac: () => '02:00:00:00:00:01',
      }),
    ),
    wireless: keyed(['Shop', 'Guest', 'Office'], () =>
      some({
        enable: flag,
        ssid: () => pick(['Shop', 'Neu', 'é'.repeat(17)]),
        encoding: () => pick(['GB2312', 'UTF-8'] as const),
        bands: () => pick([['2g'], ['2g', '5g'], ['5g', '6g'], ['6g'], [...radioBand.ids]]),
        security: () => pick(wifiSecurity.ids),
        cipher: () => pick(['AES', 'TKIPAES'] as const),
        password: () => 'sunny-day',
        radius_host: () => 'radius.example',
        radius_secret: () => 'shared',
        radius_port: () => 1645,
        hidden: flag,
        isolate: flag,
        network: () => pick(['LAN', 'guests', 'nowhere']),
        vlan: () => pick([40, 50]),
        max_clients: () => 30,
        up_kbps: () => pick([0, 1500, 2000]),
        down_kbps: () => pick([0, 4000]),
        deny: () => pick([[], ['02:00:00:00:00:02']]),
      }),
    ),
    radio: keyed(radioBand.ids, () =>
      some({
        enable: flag,
        region: () => pick(['CN', 'US'] as const),
        channel: () => pick([0, 1, 6, 14, 36, 52, 100, 149]),
        bandwidth: () => pick(wifiBandwidth.ids),
        mode: () => pick(wifiMode.ids),
        power: () => pick([0, 17]),
        max_clients: () => 99,
      }),
    ),
    port: keyed(['LAN1', 'LAN*', 'Ethernet3', 'Ethernet7', 'nope'], () =>
      some({
        enable: flag,
        note: () => 'x',
        speed: () => pick([0, 1000, 77]),
        duplex: () => pick(['full', 'half'] as const),
        poe: flag,
        poe_limit: () => pick([9000, 110_000]),
        vlan: () => pick([1, 20]),
        tagged: () => pick([[], [30], [20, 40]]),
        isolate: flag,
        up_kbps: () => pick([0, 100]),
        down_kbps: () => 0,
      }),
    ),
    service: keyed(['ssh', 'lldp', 'ntp', 'log', 'report', 'http', 'torrents'], () =>
      some({
        enable: flag,
        port: () => 2222,
        servers: () => pick([[], ['a.example'], ['a.example', 'b.example']]),
        interval: () => pick([10, 120]),
      }),
    ),
  }
  return all as Effective
}
