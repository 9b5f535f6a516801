import Glibc

extension RelaySession {
    /// The session of this program, made when it is asked for first. Its side, its socket and the watch's name come from the
    /// environment: `NIGHTJAR_RELAY_ROLE` (`watch` unless it is `phone`), `NIGHTJAR_RELAY_SOCKET` (that of `nightjar serve`
    /// for this account unless it is set) and `NIGHTJAR_RELAY_WATCH`. When the system has no room for it all that is asked
    /// of it fails with 7002.
    ///
    /// ```swift
    /// if RelaySession.isSupported() {
    ///     RelaySession.default.delegate = face
    ///     RelaySession.default.activate()
    /// }
    /// ```
    public static let `default` = RelaySession.standard { name in getenv(name).map { String(cString: $0) } }

    static func standard(_ environment: (String) -> String?) -> RelaySession {
        func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        let role = value("NIGHTJAR_RELAY_ROLE").flatMap { RelayRole(rawValue: $0) } ?? .watch
        let home = value("XDG_DATA_HOME") ?? "\(value("HOME") ?? "")/.local/share"
        let path = value("NIGHTJAR_RELAY_SOCKET") ?? "\(home)/nightjar/relay.sock"
        let watch = value("NIGHTJAR_RELAY_WATCH").flatMap { RelayID.isValid($0) ? $0 : nil }
        return (try? RelaySession(role: role, path: path, watch: watch)) ?? RelaySession(unsupported: role)
    }
}
