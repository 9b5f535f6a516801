import CLinux

/// One of the networks that this machine is on.
package struct NetworkInterface: Hashable, Sendable {
    /// Its name, such as `eth0`.
    package var name: String
    /// The kernel's number of it.
    package var index: UInt32
    /// Its addresses in their printed forms, IPv4 and IPv6.
    package var addresses: [String]

    /// The bytes of its addresses, 4 or 16 each.
    var addressBytes: [[UInt8]] {
        addresses.compactMap { address in
            var bytes = [UInt8](repeating: 0, count: 16)
            let count = Int(nj_address_bytes(address, &bytes))
            return count > 0 ? Array(bytes[..<count]) : nil
        }
    }

    /// The networks but loopback, real ones before those of containers.
    package static var all: [NetworkInterface] {
        var text = [CChar](repeating: 0, count: 8192)
        _ = nj_network_addresses(&text, text.count)
        var found: [NetworkInterface] = []
        for line in String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(
            separator: "\n")
        {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 3, let index = UInt32(words[1]) else { continue }
            if let known = found.firstIndex(where: { $0.index == index }) {
                found[known].addresses.append(words[2])
            } else {
                found.append(NetworkInterface(name: words[0], index: index, addresses: [words[2]]))
            }
        }
        let isMade = { (interface: NetworkInterface) in
            ["docker", "veth", "br-", "virbr", "tun", "wg"].contains { interface.name.hasPrefix($0) }
        }
        return found.filter { !isMade($0) } + found.filter(isMade)
    }

    /// The IPv4 addresses of this machine but the loopback ones, those of real networks before those of containers.
    package static var addresses: [String] { all.flatMap(\.addresses).filter { !$0.contains(":") } }
}
