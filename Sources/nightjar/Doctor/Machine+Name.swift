import Accounts
import Glibc

extension Machine {
    /// The name that this machine calls itself, without a domain.
    static var hostName: String {
        var text = [CChar](repeating: 0, count: 256)
        guard gethostname(&text, text.count - 1) == 0 else { return "localhost" }
        let name = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).lowercased()
        return String(name.prefix { $0 != "." })
    }

    /// The names that it tries on the local network, in order: the usual one, and its own when another machine is
    /// called that.
    static var networkNames: [String] {
        let own = hostName + ".local"
        return own == LANSettings.usualName || hostName == "localhost"
            ? [LANSettings.usualName] : [LANSettings.usualName, own]
    }
}
