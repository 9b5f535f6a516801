import Analysis
import Devices
import Documents
import Epochs
import Runtime
import Signals

extension PipelineState {
    /// Takes samples of any channel but beats and acceleration.
    mutating func receive(_ batch: SampleBatch) {
        guard batch.count > 0 else { return }
        // Movement that came before a later heart rate must not be counted as late.
        drain()
        let time = batch.times.instant(at: batch.count - 1)
        saw(time, first: batch.times.instant(at: 0))
        guard batch.channel == .heartRate else { return derive(batch) }
        seen[.heart] = now
        aggregator.add(batch)
        for index in 0..<batch.count {
            analysis.receive(heartRate: Double(batch.values[index * batch.axes]), at: batch.times.instant(at: index))
        }
        deviceRate = batch.values.last.map(Double.init)
        // Where there are intervals, they are what is told.
        let window = analysis.window(at: time)
        if !window.hasIntervals { publishHeart(window, beats: []) }
    }

    /// Takes beats that came together. They are the device's own, and those of its raw signal are not told any more.
    mutating func receive(_ batch: BeatBatch) {
        var batch = batch
        rawHeart.yield(to: &batch)
        take(batch)
    }

    /// Takes a raw heart signal, and the beats in it where the device sends none.
    private mutating func derive(_ batch: SampleBatch) {
        let beats = rawHeart.receive(batch)
        if !beats.isEmpty { take(BeatBatch(device: device.id, beats: beats, received: batch.received)) }
    }

    private mutating func take(_ batch: BeatBatch) {
        guard let newest = batch.beats.last else { return }
        // Movement first: the load that the beats may bring needs it.
        drain()
        saw(newest.time, first: batch.beats[0].time)
        hasIntervals = true
        seen[.heart] = now
        var labelled: [Beat] = []
        labelled.reserveCapacity(batch.beats.count)
        for beat in batch.beats { labelled.append(analysis.receive(beat: beat.time, rr: beat.rr).beat) }
        aggregator.add(beats: labelled, received: batch.received)
        yield.beats += labelled
        publishHeart(analysis.window(at: newest.time), beats: labelled)
        settle()
        publishLoad(at: newest.time)
    }

    /// Takes a change of state or a loss, after the movement that came before it.
    mutating func receive(_ event: DeviceEvent, at instant: Instant) {
        drain()
        switch event {
        case .link(let link):
            let since = start(of: link, at: instant)
            if link != status.link { status.linkSince = since }
            if link.name != status.link.name {
                Log.info(
                    "A device's link changed.",
                    [
                        "device": .string(status.device.id.rawValue), "state": .string(link.name),
                        "reason": link.reason.map(JSONValue.string) ?? .null,
                    ])
            }
            status.link = link
            stages.take(link, at: since)
        case .contact(let contact):
            // A device that no longer tells is believed to touch, or its heart would be silent for ever.
            if contact != nil || status.contact == false { analysis.receive(contact: contact ?? true, at: instant) }
            status.contact = contact
            keep(contact: contact, at: instant)
        case .battery(let percent):
            status.batteryPercent = percent
            keep(battery: percent, at: instant)
        case .batteryNote(let words): status.batteryNote = words
        case .stage(let stage, let reason, let nextStep):
            stages.take(stage, reason: reason, nextStep: nextStep, at: instant < opened ? now : instant)
        case .identified(let identity): status.device.identity = identity
        case .signal(let rssi): status.rssi = rssi
        case .loss(let loss): lose(loss)
        }
        stages.show(in: &status)
        yield.events.append(.device(status))
    }

    /// Counts samples whose stamps cannot be; they are kept as they came and go no further.
    mutating func refuse(_ batch: SampleBatch) {
        clock.refuse(batch.count, batch.channel, received: batch.received)
    }

    /// Takes the ring's samples through aggregation and the motion level.
    mutating func drain() {
        let count = motion.count
        if count > 0 { take(count) }
        let refused = motion.takeRefused()
        guard refused > 0 else { return }
        let last = status.lastSample ?? now
        lose(
            Loss(
                .overflow, count: Double(refused), unit: .samples, first: last, channel: .acceleration,
                detail: "more came than could be worked on"))
    }

    private mutating func take(_ count: Int) {
        var stamps: [Int64] = []
        var values: [Float] = []
        stamps.reserveCapacity(count)
        values.reserveCapacity(3 * count)
        motion.drain { samples in
            for index in samples.indices {
                let sample = samples[index]
                stamps.append(sample.time)
                values.append(sample.x)
                values.append(sample.y)
                values.append(sample.z)
            }
        }
        guard let newest = stamps.last.map(Instant.init(nanoseconds:)) else { return }
        let batch = SampleBatch(
            device: device.id, channel: .acceleration, unit: .standardGravity, axes: 3, values: values,
            times: .stamped(stamps), received: newest)
        saw(newest, first: Instant(nanoseconds: stamps[0]))
        seen[.motion] = now
        aggregator.add(batch)
        analysis.receive(motion: batch)
    }

    /// When a link began: a device may hand over what it lived before it was opened here, and a recording is of its own
    /// day, but nothing streams since before that.
    private func start(of link: LinkState, at instant: Instant) -> Instant {
        guard instant < opened, link == .streaming || device.origin == .replayed else { return instant }
        return now
    }

    private mutating func saw(_ time: Instant, first: Instant) {
        if firstSample == nil { firstSample = first }
        status.lastSample = max(status.lastSample ?? time, time)
        heard()
    }

    /// Something came, though its wearer may refuse it: the device is there.
    mutating func heard() {
        hasNews = true
        arrived = now
        // What was under way when the link went says nothing of the link.
        if case .gone = status.link { return }
        var isChanged = stages.takeData(at: now)
        switch status.link {
        case .silent, .connecting:
            status.link = .streaming
            status.linkSince = now
            isChanged = true
        case .streaming, .gone: break
        }
        guard isChanged else { return }
        stages.show(in: &status)
        yield.events.append(.device(status))
    }
}
