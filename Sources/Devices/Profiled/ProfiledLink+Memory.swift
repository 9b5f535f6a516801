import Bluetooth
import DeviceProfiles
import Runtime
import Signals
import Synchronization

extension ProfiledLink {
    /// How long the device's samples have to show its clock.
    private static let clockPatience = Duration.seconds(60)

    /// Has the device hand over what it has recorded by itself, while it streams. What cannot be had is told, and takes
    /// nothing from the link.
    /// - Throws: why the link ended.
    func takeOver(by peripheral: any GATTPeripheral) async throws {
        guard let type = DialogueRegistry.compiled.memoryDialogue(of: profile), var dialogue = type.init(known) else {
            return
        }
        if type.needsClock {
            let end = clock.elapsed + Self.clockPatience
            while flow.clockOffset == nil, clock.elapsed < end {
                try await clock.wait(untilElapsed: clock.elapsed + .seconds(1))
            }
            dialogue = type.init(known) ?? dialogue
        }
        for needed in type.characteristics(of: profile) {
            guard let target = find(needed.uuid, needed.service, peripheral) else {
                return tellMemory(
                    "What it has recorded by itself cannot be had: it has no file protocol.", isLasting: true)
            }
            do {
                try await peripheral.subscribe(to: target)
            } catch {
                guard inbox.ended == nil, !Task.isCancelled else { throw error }
                let reason =
                    error.isOfPairing
                    ? "it gives it only to whom it is paired with" : (error as? Failure)?.message ?? "\(error)"
                return tellMemory(
                    "What it has recorded by itself cannot be had: \(Self.clause(reason)).", isLasting: true)
            }
        }
        try await speak(dialogue, of: type, first: .began, isMemory: true, peripheral)
        tellMemory(nil, isLasting: false)
    }

    private var known: DialogueContext {
        var known = DialogueContext(profile: profile, wanted: session.wanted, filling: context, key: session.key)
        (known.taken, known.clockOffset) = (session.taken.names, flow.clockOffset)
        return known
    }

    /// Tells how far the device's own recordings are handed over, or with `isLasting` what became of them.
    func tellMemory(_ words: String?, isLasting: Bool) {
        let isNew = state.withLock { state in
            if isLasting, let words {
                state.memoryNotes.append(words)
                return true
            }
            defer { state.memoryProgress = words }
            return state.memoryProgress != words
        }
        if isNew { tellState() }
    }
}

/// What a session has taken over of what its device had kept, by the names that the dialogue gave; the oldest are forgotten.
final class TakenNames: Sendable {
    private static let limit = 1024
    private let state = Mutex<[String]>([])

    /// All of them.
    var names: Set<String> { Set(state.withLock { $0 }) }

    /// One more is dealt with.
    func note(_ name: String) {
        state.withLock { names in
            guard !names.contains(name) else { return }
            names.append(name)
            if names.count > Self.limit { names.removeFirst() }
        }
    }
}
