import Analysis
import Devices
import Documents
import Epochs
import Runtime
import Signals

extension PipelineState {
    /// Takes everything that has come, in the order of arrival.
    mutating func drain() {
        while let arrival = arrivals.next() {
            intake.giveBack(arrival.weight)
            switch arrival {
            case .samples(let batch) where batch.channel == .acceleration && batch.axes == 3: receive(motion: batch)
            case .samples(let batch): receive(batch)
            case .beats(let batch): receive(batch)
            case .implausible(let batch): clock.refuse(batch.count, batch.channel, received: batch.received)
            case .refused: heard()
            }
        }
        for (channel, count) in intake.takeLost() {
            lose(
                Loss(
                    .overflow, count: Double(count), unit: .samples, first: status.lastSample ?? now, channel: channel,
                    detail: "more came than could be worked on"))
        }
    }

    /// Takes movement through aggregation and the motion level. What waited when it was refused was allowed when it came.
    private mutating func receive(motion batch: SampleBatch) {
        guard batch.count > 0 else { return }
        saw(batch.times.instant(at: batch.count - 1), first: batch.times.instant(at: 0))
        seen[.motion] = now
        aggregator.add(batch)
        analysis.receive(motion: batch)
    }

    /// Takes samples of any channel but beats and acceleration.
    private mutating func receive(_ batch: SampleBatch) {
        guard batch.count > 0, !intake.isRefused(batch.channel) else { return }
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
        if !analysis.hasIntervals(at: time) { publishHeart(analysis.window(at: time), beats: []) }
    }

    /// Takes beats that came together. They are the device's own, and those of its raw signal are not told any more.
    private mutating func receive(_ batch: BeatBatch) {
        guard !intake.isRefused(.rrInterval) else { return }
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
        saw(newest.time, first: batch.beats[0].time)
        hasIntervals = true
        seen[.heart] = now
        var labelled: [Beat] = []
        labelled.reserveCapacity(batch.beats.count)
        for beat in batch.beats { labelled.append(analysis.label(beat: beat.time, rr: beat.rr)) }
        aggregator.add(beats: labelled, received: batch.received)
        yield.beats += labelled
        publishHeart(analysis.window(at: newest.time), beats: labelled)
        settle()
        publishLoad(at: newest.time)
    }

    /// Takes a change of state or a loss, after all that came before it.
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
