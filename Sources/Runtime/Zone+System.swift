import Glibc
public import Signals

extension Zone {
    /// Where Debian's `tzdata` keeps its files.
    public static let systemFolder = "/usr/share/zoneinfo"

    /// The zone of an IANA name such as `Europe/Berlin`, read from the system's time zone files. `UTC` and its
    /// aliases need no file.
    /// - Throws: `Failure` when the name is not one, is unknown, or its file is damaged; the message says what to do.
    public static func named(_ name: String, folder: String = systemFolder) throws(Failure) -> Zone {
        guard isName(name) else {
            throw Failure(
                .usage, "\"\(name)\" is no time zone. Give a name such as Europe/Berlin, America/New_York or UTC.")
        }
        if ["UTC", "Etc/UTC", "UCT", "Etc/UCT", "Zulu", "GMT", "Etc/GMT", "Universal"].contains(name) {
            return Zone(name: name, firstOffset: 0)
        }
        guard let bytes = try SystemFile.read("\(folder)/\(name)", limit: 1 << 20) else {
            throw Failure(
                .notFound,
                """
                The time zone \(name) is not known here. Give a name such as Europe/Berlin or UTC; if that is one, \
                install the Debian package tzdata.
                """)
        }
        do { return try ZoneFile.decode(bytes, name: name) } catch {
            throw Failure(
                .failed, "The file of the time zone \(name) cannot be read: \(error). Reinstall tzdata.", cause: error)
        }
    }

    /// The zone of this computer: the environment variable `TZ`, else the link `/etc/localtime`, else
    /// `/etc/timezone`, else UTC.
    /// - Throws: `Failure` when one of these names a zone that cannot be had.
    public static func local() throws(Failure) -> Zone {
        if let value = getenv("TZ") { return try fromEnvironment(String(cString: value)) }
        if let link = SystemFile.linkTarget("/etc/localtime"), let name = nameInPath(link) { return try named(name) }
        if let bytes = try SystemFile.read("/etc/timezone", limit: 4096) {
            let name = String(decoding: bytes, as: UTF8.self).prefix { !$0.isWhitespace }
            if !name.isEmpty { return try named(String(name)) }
        }
        return .utc
    }

    /// What `TZ` means: empty for UTC, a name, the path of a file, or a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`.
    static func fromEnvironment(_ value: String) throws(Failure) -> Zone {
        let text = value.hasPrefix(":") ? String(value.dropFirst()) : value
        if text.isEmpty { return .utc }
        if text.hasPrefix("/") {
            guard let name = nameInPath(text) else {
                throw Failure(.usage, "TZ is the path \(text); set it to a name such as Europe/Berlin.")
            }
            return try named(name)
        }
        if let rule = ZoneRule(text) {
            var table = ZoneTable(firstOffset: rule.standardOffset)
            table.append(rule)
            return table.zone(name: text)
        }
        return try named(text)
    }

    /// The part after `zoneinfo/`, and after `posix/` where a link goes there.
    static func nameInPath(_ path: String) -> String? {
        let parts = path.split(separator: "/")
        guard let folder = parts.lastIndex(of: "zoneinfo") else { return nil }
        let name = parts[(folder + 1)...]
        return (name.first == "posix" ? name.dropFirst() : name).joined(separator: "/")
    }

    /// Parts of letters, digits, `_`, `+` and `-` between single slashes: nothing that leads out of the folder.
    static func isName(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return name.utf8.count <= 64
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_+-".contains($0)) }
            }
    }
}
