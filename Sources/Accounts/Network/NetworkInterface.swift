import CLinux

/// The addresses of this machine on the networks it is on.
public enum NetworkInterface {
    /// Its IPv4 addresses but the loopback ones, those of real networks before those of containers.
    public static var addresses: [String] {
        var text = [CChar](repeating: 0, count: 4096)
        _ = nj_network_addresses(&text, text.count)
        let lines = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            .split(separator: "\n").map { $0.split(separator: " ").map(String.init) }.filter { $0.count == 2 }
        let isMade = { (line: [String]) in
            ["docker", "veth", "br-", "virbr", "tun", "wg"].contains { line[0].hasPrefix($0) }
        }
        return lines.filter { !isMade($0) }.map { $0[1] } + lines.filter(isMade).map { $0[1] }
    }
}
