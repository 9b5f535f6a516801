package import Signals

/// The handing over of what an AxLE band has kept, dialogue `axle-lines`: each block is durable before the band is told so
/// by the profile's acknowledgement. What cannot be taken over now is taken over at the next connection.
package struct AxLEDialogue: DeviceDialogue {
    /// The dialogue's name in profiles.
    package static let name = AxLECodec.name
    /// Epochs are taken over from the newest that is kept.
    package static let history: Channel? = .counts

    /// The band's clock is believed within this of the host's, in seconds.
    private static let tolerance: Int64 = 60

    private let acknowledgement: ProfileWrite
    private let newest: Instant?
    private let filling: WriteTemplate.Context
    private var handover: AxLEHandover

    /// A talk that has not begun; nil where the profile acknowledges nothing or nobody wants the epochs.
    package init?(_ context: DialogueContext) {
        guard let write = context.profile.acknowledgement?.write, context.wanted?.contains(.counts) ?? true else {
            return nil
        }
        acknowledgement = write
        newest = context.newest
        filling = context.filling
        handover = AxLEHandover(isFirst: context.newest == nil)
    }

    /// The characteristic on which the band speaks.
    package static func characteristics(of profile: DeviceProfile) -> [DialogueCharacteristic] {
        guard profile.acknowledgement != nil,
            let source = profile.bluetooth?.subscriptions.first(where: { !$0.frames.isEmpty })
        else { return [] }
        return [DialogueCharacteristic(uuid: source.characteristic, service: source.service)]
    }

    /// A block is a thousand digits in pieces of twenty.
    package var patience: Double { 15 }

    /// Takes in what the band said.
    package mutating func take(_ input: DialogueInput, at now: Instant) -> [DialogueAction] {
        switch input {
        case .began: actions(handover.begin(), at: now)
        case .value(let bytes): actions(handover.take(bytes), at: now)
        case .kept: actions(handover.kept(), at: now)
        case .read, .stored: []
        case .timedOut: unfinished("it stopped answering in the middle of it")
        case .failed(let reason): unfinished(reason)
        }
    }

    private func unfinished(_ reason: String) -> [DialogueAction] {
        [
            .progress(
                "What it has kept was not all taken over: \(reason).",
                nextStep: "The rest is taken over at the next connection."), .end,
        ]
    }

    private func actions(_ actions: [AxLEHandover.Action], at now: Instant) -> [DialogueAction] {
        actions.flatMap { action -> [DialogueAction] in
            switch action {
            case .say(let line): [.write(write(Array((line + "\r\n").utf8)))]
            case .acknowledge(let index): acknowledge(index)
            case .keep(let block):
                [
                    .progress(
                        "It hands over what it has kept: block \(handover.progress.done + 1) of \(handover.progress.total).",
                        nextStep: nil), .keep(history(block, at: now)),
                ]
            case .end:
                (handover.damaged == 0
                    ? [] : [.lost(blocks: handover.damaged, "blocks that the band had kept cannot be read")]) + [.end]
            }
        }
    }

    private func acknowledge(_ index: UInt16) -> [DialogueAction] {
        var filling = filling
        filling.index = Int(index)
        do {
            return [.write(write(try acknowledgement.template.bytes(filling)))]
        } catch {
            return unfinished(error.message)
        }
    }

    private func write(_ bytes: [UInt8]) -> DialogueWrite {
        DialogueWrite(
            characteristic: acknowledgement.characteristic, service: acknowledgement.service, bytes: bytes,
            withResponse: acknowledgement.withResponse, mayBeSplit: acknowledgement.mayBeSplit)
    }

    /// The epochs of a block that are not kept yet. Where the band's clock is far from the host's, as after its battery was
    /// empty, they lie as far from now as they lie from the band's own now.
    private func history(_ block: AxLEBlock, at now: Instant) -> DialogueHistory {
        let ahead = handover.bandSeconds.map { now.nanoseconds / 1_000_000_000 - $0 } ?? 0
        let shift = abs(ahead) > Self.tolerance ? ahead : 0
        let times = block.times.map { ($0 + shift) * 1_000_000_000 }
        let fresh = times.indices.filter { times[$0] > newest?.nanoseconds ?? .min && times[$0] <= now.nanoseconds }
        guard !block.isActive, !fresh.isEmpty else { return DialogueHistory() }
        let epochs = fresh.map { block.epochs[$0] }
        return DialogueHistory(
            columns: [
                .init(.counts, .count, values: epochs.map { Float($0.motion) }),
                .init(.steps, .count, values: epochs.map { Float($0.steps) }),
                .init(.temperature, .celsius, values: epochs.map { Float($0.temperature) }),
                .init(.orientation, .one, values: epochs.map { Float($0.orientation) }),
            ], times: fresh.map { times[$0] }, deviceTime: Int64(block.time) * 1_000_000_000,
            sequence: Int64(block.number))
    }
}
