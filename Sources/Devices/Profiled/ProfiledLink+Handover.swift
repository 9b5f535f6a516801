import Bluetooth
import DeviceProfiles
import Runtime
import Signals
import Synchronization

extension ProfiledLink {
    /// Seconds that a band may take for an answer: a block is a thousand digits in pieces of twenty.
    private static let patience = 15.0
    /// The band's clock is believed within this of the host's, in seconds.
    private static let tolerance: Int64 = 60
    /// The channels that stored epochs give.
    private static let columns: [(Channel, SignalUnit, @Sendable (AxLEBlock.Epoch) -> Float)] = [
        (.counts, .count, { Float($0.motion) }), (Channel(rawValue: "steps"), .count, { Float($0.steps) }),
        (.temperature, .celsius, { Float($0.temperature) }),
        (Channel(rawValue: "orientation"), .one, { Float($0.orientation) }),
    ]

    /// Whether there is something to take over: the profile says how it is acknowledged, and it is wanted.
    var takesOver: Bool {
        profile.acknowledgement != nil && profile.frames.contains { $0.codec == AxLECodec.name }
            && (session.wanted?.contains(.counts) ?? true)
    }

    /// Takes over what a band has kept: each block is on the disk before the band is told so. What cannot be taken over
    /// now is taken over at the next connection; streaming goes on all the same.
    func takeOver(_ peripheral: any GATTPeripheral) async throws {
        guard takesOver, let acknowledgement = profile.acknowledgement?.write,
            let source = find(access.subscriptions.first { !$0.frames.isEmpty }?.characteristic ?? "", nil, peripheral),
            let target = find(acknowledgement.characteristic, acknowledgement.service, peripheral)
        else { return }
        inbox.collect(source.value)
        inbox.forget(source.value)
        handsOver.store(true, ordering: .relaxed)
        defer { handsOver.store(false, ordering: .relaxed) }
        do {
            try await converse(acknowledgement, source, target, peripheral)
        } catch {
            guard inbox.ended == nil, !Task.isCancelled else { throw error }
            let reason = (error as? Failure)?.message ?? "\(error)"
            tell(
                .connected, "What it has kept was not all taken over: \(reason)",
                nextStep: "The rest is taken over at the next connection.")
        }
    }

    private func converse(
        _ acknowledgement: ProfileWrite, _ source: GATTCharacteristic, _ target: GATTCharacteristic,
        _ peripheral: any GATTPeripheral
    ) async throws {
        let newest = await flow.newest(.counts)
        var talk = AxLEHandover(isFirst: newest == nil)
        var actions = talk.begin()
        while !talk.isOver {
            if actions.isEmpty {
                actions = talk.take(try await next(from: source))
                continue
            }
            switch actions.removeFirst() {
            case .say(let line): try await say(line + "\r\n", acknowledgement, target, peripheral)
            case .acknowledge(let index):
                var context = context
                context.index = Int(index)
                try await LinkWrite(
                    characteristic: target, bytes: try acknowledgement.template.bytes(context),
                    withResponse: acknowledgement.withResponse, mayBeSplit: acknowledgement.mayBeSplit
                ).perform(peripheral)
            case .keep(let block):
                tell(
                    .connected,
                    "It hands over what it has kept: block \(talk.progress.done + 1) of \(talk.progress.total).")
                keep(block, bandSeconds: talk.bandSeconds, after: newest)
                try await flow.settle()
                actions += talk.kept()
            case .end: break
            }
        }
        if talk.damaged > 0 {
            flow.tell(
                .loss(
                    Loss(
                        .damaged, count: Double(talk.damaged), unit: .blocks, first: clock.now,
                        detail: "blocks that the band had kept cannot be read")), at: clock.now)
        }
    }

    private func next(from source: GATTCharacteristic) async throws -> [UInt8] {
        let inbox = inbox
        return try await within(
            Self.patience, of: clock, "\(session.device.name) stopped answering in the middle of it."
        ) {
            try await inbox.answer(from: source.value) { _ in true }
        }
    }

    private func say(
        _ line: String, _ like: ProfileWrite, _ target: GATTCharacteristic, _ peripheral: any GATTPeripheral
    ) async throws {
        try await LinkWrite(
            characteristic: target, bytes: Array(line.utf8), withResponse: like.withResponse,
            mayBeSplit: like.mayBeSplit
        ).perform(peripheral)
    }

    /// Hands on the epochs of a block that are not kept yet. Where the band's clock is far from the host's, as after its
    /// battery was empty, the epochs lie as far from now as they lie from the band's own now.
    private func keep(_ block: AxLEBlock, bandSeconds: Int64?, after newest: Instant?) {
        let now = clock.now
        let host = now.nanoseconds / 1_000_000_000
        let ahead = bandSeconds.map { host - $0 } ?? 0
        let shift = abs(ahead) > Self.tolerance ? ahead : 0
        let times = block.times.map { ($0 + shift) * 1_000_000_000 }
        let fresh = times.indices.filter { times[$0] > newest?.nanoseconds ?? .min && times[$0] <= now.nanoseconds }
        guard !block.isActive, !fresh.isEmpty else { return }
        for (channel, unit, value) in Self.columns where session.wanted?.contains(channel) ?? true {
            flow.keep(
                SampleBatch(
                    device: session.device.id, channel: channel, unit: unit,
                    values: fresh.map { value(block.epochs[$0]) }, times: .stamped(fresh.map { times[$0] }),
                    deviceTime: Int64(block.time) * 1_000_000_000, received: now, sequence: Int64(block.number)))
        }
    }
}
