/** The system of every simulated Linux host. */
export const system = 'Debian GNU/Linux 12 (bookworm)'
export const kernel = '6.1.0-28-amd64'
