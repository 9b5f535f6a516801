import Runtime

extension RelaySession {
    /// The session of this program, made when it is asked for first. Its side, its socket and the watch's name come from the
    /// environment: `NIGHTJAR_RELAY_ROLE` (`watch` unless it is `phone`), `NIGHTJAR_RELAY_SOCKET` (that of `nightjar serve`
    /// for this account unless it is set) and `NIGHTJAR_RELAY_WATCH`. When the system has no room for it, or the account has
    /// no home to look in, all that is asked of it fails with 7002.
    ///
    /// ```swift
    /// if RelaySession.isSupported() {
    ///     RelaySession.default.delegate = face
    ///     RelaySession.default.activate()
    /// }
    /// ```
    package static let `default` = RelaySession.standard(PersonalFolder.environment)

    static func standard(_ environment: (String) -> String?) -> RelaySession {
        func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        let role = value("NIGHTJAR_RELAY_ROLE").flatMap { RelayRole(rawValue: $0) } ?? .watch
        let path = value("NIGHTJAR_RELAY_SOCKET") ?? PersonalFolder.data.path(environment).map { "\($0)/relay.sock" }
        let watch = value("NIGHTJAR_RELAY_WATCH").flatMap { RelayID.isValid($0) ? $0 : nil }
        guard let path, let session = try? RelaySession(role: role, path: path, watch: watch) else {
            return RelaySession(unsupported: role)
        }
        return session
    }
}
