package import Signals

/// Whether a recorder is locked, from `LOCK=b`. A locked one hides its volume and answers few questions until it is given
/// its code, and is locked again when it is plugged in the next time.
package struct AxivityLock: Hashable, Sendable {
    /// Whether it is locked at present.
    package var isLocked: Bool
    /// Whether it locks itself when it is plugged in.
    package var locksItself: Bool

    /// Reads `LOCK=b`: bit 0 locked now, bit 1 a code is kept.
    /// - Throws: `DecodeError` for anything else.
    package init(line: String) throws(DecodeError) {
        let bits: UInt8 = try AxivityFields(line, after: "LOCK=").number(0)
        isLocked = bits & 1 != 0
        locksItself = bits & 2 != 0
    }
}

extension AxivityRecorder {
    /// Unlocks the recorder until it is unplugged. Nothing else of it is changed.
    /// - Parameters:
    ///   - typed: the number of the recorder, as a person typed it.
    ///   - code: the code with which it was locked.
    /// - Throws: `Failure`: `notPermitted` when another recorder was confirmed or the code is wrong.
    package func unlock(confirmed typed: String, code: UInt16) async throws -> AxivityIdentity {
        try await talk { talk, identity in
            let confirmation = try AxivityConfirmation(typed: typed, for: identity)
            let reply = try? await talk.ask(.unlock(code, confirmation)).reply
            // After a wrong code it may say nothing at all.
            let lock: AxivityLock
            if let reply { lock = reply } else { lock = try await talk.ask(.lock).reply }
            guard !lock.isLocked else {
                throw Failure(.notPermitted, "Recorder \(identity.number) is still locked: that is not its code.")
            }
            return identity
        }
    }
}
