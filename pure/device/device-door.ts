/**
 * Configuration text that makes a stock access point or switch connect to this gateway. The names are those of the firmware:
 * files below /etc/ucentral, DHCP option 224, the environment of the switch's client.
 */

/** Host name or address of the gateway, and its port. */
export interface GatewayAddress {
  readonly host: string
  readonly port: number
}

/** The port that firmware adds to an address without a port; switches support no other port. */
export const usualDevicePort = 15002

/** Placeholder for the device in commands. */
export const accessPoint = 'ACCESS-POINT'

/** Firmware cuts the option at the first colon, so an IPv6 address does not fit. */
export const fitsDhcp = ({ host }: Pick<GatewayAddress, 'host'>): boolean => !host.includes(':')

/** The value of DHCP option 224. */
export const optionText = ({ host, port }: GatewayAddress): string =>
  port === usualDevicePort ? host : `${host}:${port}`

/** The file /etc/ucentral/gateway.json. The device compares the host with the names in our certificate. */
export function gatewayJson({ host, port }: GatewayAddress): string {
  const file = {
    server: host,
    port,
    valid: false,
    hostname_validate: 1,
    cert: '/etc/ucentral/operational.pem',
    ca: '/etc/ucentral/operational.ca',
  }
  return `${JSON.stringify(file)}\n`
}

const onDevice = (command: string, file: string) => `ssh root@${accessPoint} '${command}' < ${file}`

/**
 * Appends our CA certificate to the ones that the device trusts; the empty line separates it from a file without a final newline.
 */
export const trustCommand = (): string => onDevice('(echo; cat) >> /etc/ucentral/operational.ca', 'ca.pem')

/** Installs the file and restarts the client. */
export const addressCommand = (): string =>
  onDevice(
    'cat > /etc/ucentral/gateway.json; /etc/init.d/ucentral restart; /etc/init.d/cloud_discover restart',
    'gateway.json',
  )

/**
 * For firmware that stores certificates by the name of a gateway found by DHCP: there the operational certificates are used too.
 */
export const copyCommand = ({ host }: Pick<GatewayAddress, 'host'>): string =>
  `ssh root@${accessPoint} 'cd /etc/ucentral && cp operational.pem ${host}.pem && cp operational.ca ${host}.ca'`

/** Configuration lines by DHCP server. */
export function dhcpLines(address: GatewayAddress): { dnsmasq: string; openwrt: string; isc: string; kea: string } {
  const text = optionText(address)
  return {
    dnsmasq: `dhcp-option=224,"${text}"`,
    openwrt: `uci add_list dhcp.lan.dhcp_option='224,"${text}"' && uci commit dhcp && /etc/init.d/dnsmasq restart`,
    isc: `option ucentral-gateway code 224 = text;\noption ucentral-gateway "${text}";`,
    kea: [
      '"option-def": [{ "name": "ucentral-gateway", "code": 224, "type": "string" }],',
      `"option-data": [{ "name": "ucentral-gateway", "data": "${text}" }]`,
    ].join('\n'),
  }
}

/** For the container of a switch's client. */
export const switchAddress = ({ host }: Pick<GatewayAddress, 'host'>): string => `UC_GATEWAY_ADDRESS=${host}`

/** Method 1, on the server: the CA certificates of the vendors, and a gateway certificate of a PKI that the devices trust. */
export const makerFlags =
  '--device-ca maker-root.pem,maker-issuing.pem --device-cert gateway.pem --device-key gateway.key --public-host gateway.example'
