import Synchronization

/// A user info on its way.
package final class RelayUserInfoTransfer: Sendable {
    /// Its name, the same on both sides and after a restart.
    package let id: String
    /// The payload.
    package let userInfo: RelayPayload
    let progress: RelayTransferProgress

    init(id: String, userInfo: RelayPayload, session: RelaySessionStorage?, isStored: Bool = false) {
        self.id = id
        self.userInfo = userInfo
        progress = RelayTransferProgress(id: id, session: session, isStored: isStored)
    }

    /// Whether it has not ended yet.
    package var isTransferring: Bool { progress.isTransferring }

    /// Whether it is the newest one for the watch's face, which goes before everything else that waits.
    package var isCurrentComplicationInfo: Bool { isTransferring && progress.isCurrentComplication }

    /// Ends it, unless it is being delivered; its end is reported with error 7001.
    package func cancel() { progress.cancel() }

    /// Returns when it is promised: the hub has it on its disk, and it will be delivered whatever dies now.
    /// - Throws: ``RelayError`` when it has ended before.
    package func stored() async throws(RelayError) { try await progress.stored() }
}

/// A file on its way.
package final class RelayFileTransfer: Sendable {
    /// Its name, the same on both sides and after a restart.
    package let id: String
    /// The file.
    package let file: RelayFile
    let progress: RelayTransferProgress

    init(id: String, file: RelayFile, session: RelaySessionStorage?, isStored: Bool = false) {
        self.id = id
        self.file = file
        progress = RelayTransferProgress(id: id, session: session, isStored: isStored)
    }

    /// Whether it has not ended yet.
    package var isTransferring: Bool { progress.isTransferring }
    /// How much of it the hub has, 0 to 1.
    package var fractionCompleted: Double { progress.fraction }

    /// Ends it, unless it is being delivered; its end is reported with error 7001.
    package func cancel() { progress.cancel() }

    /// Returns when it is promised: the hub has it on its disk, and it will be delivered whatever dies now.
    /// - Throws: ``RelayError`` when it has ended before.
    package func stored() async throws(RelayError) { try await progress.stored() }
}

/// A file with what is said about it.
package struct RelayFile: Hashable, Sendable {
    /// Where it lies.
    package var path: String
    /// Its name at the sender.
    package var name: String
    /// What the sender says about it.
    package var metadata: RelayPayload?
    /// The mark of a received file in the journal; nil for a sent one.
    package var mark: RelaySession.ReceivedMark?
}

/// The progress of a transfer, for callers that ask or wait.
final class RelayTransferProgress: Sendable {
    private struct State {
        var isStored: Bool
        var end: Result<Void, RelayError>?
        var fraction = 0.0
        var waiting: [CheckedContinuation<Result<Void, RelayError>, Never>] = []
    }

    private let id: String
    private let state: Mutex<State>
    private let session: WeakStorage

    private struct WeakStorage: @unchecked Sendable {  // read only after it is made
        weak var storage: RelaySessionStorage?
    }

    init(id: String, session: RelaySessionStorage?, isStored: Bool) {
        self.id = id
        self.session = WeakStorage(storage: session)
        state = Mutex(State(isStored: isStored))
    }

    var isTransferring: Bool { state.withLock { $0.end == nil } }
    var fraction: Double { state.withLock { $0.fraction } }

    func cancel() { session.storage?.cancel(id) }

    var isCurrentComplication: Bool { session.storage?.state.withLock { $0.currentComplication == id } ?? false }

    func set(_ fraction: Double) { state.withLock { $0.fraction = fraction } }

    func setStored() { settle { $0.isStored = true } }

    func setEnd(_ error: RelayError?) {
        settle { state in
            guard state.end == nil else { return }
            state.end = error.map { .failure($0) } ?? .success(())
            if error == nil { state.fraction = 1 }
        }
    }

    func stored() async throws(RelayError) {
        let result = await withCheckedContinuation { continuation in
            let now = state.withLock { state -> Result<Void, RelayError>? in
                if let result = Self.result(state) { return result }
                state.waiting.append(continuation)
                return nil
            }
            if let now { continuation.resume(returning: now) }
        }
        try result.get()
    }

    private static func result(_ state: State) -> Result<Void, RelayError>? {
        state.isStored ? .success(()) : state.end
    }

    private func settle(_ change: (inout State) -> Void) {
        typealias Waiting = [CheckedContinuation<Result<Void, RelayError>, Never>]
        let (waiting, result) = state.withLock { state -> (Waiting, Result<Void, RelayError>?) in
            change(&state)
            guard let result = Self.result(state) else { return ([], nil) }
            defer { state.waiting = [] }
            return (state.waiting, result)
        }
        guard let result else { return }
        for continuation in waiting { continuation.resume(returning: result) }
    }
}
