import Analysis
import Documents
import Gateway
import Signals
import Store

extension NightDocument {
    /// A night as its page shows it.
    init(_ view: NightView) {
        let night = view.night
        self.init()
        date = night.date
        zone = night.zone
        offsets = Self.offsets(view)
        window = SpanDocument(night.window)
        device = NightDevice(view.device)
        wearer = view.wearer?.name
        isSynthetic = view.device.isSynthetic
        source = view.isImported ? .import : .live
        sleepPeriod = night.sleepPeriod.map { SpanDocument($0) }
        sleepPeriodReason = night.sleepPeriodReason
        edited = view.edit?.made
        tell(view)
        measures = Measures(night)
        intervals = night.intervals(stages: view.stages).map { Interval($0) }
        confidence.value = night.sleepPeriod == nil ? nil : night.confidence.value
        confidence.completeness = night.confidence.completeness
        confidence.wear = night.confidence.wear
        confidence.agreement = night.confidence.agreement
        confidence.expectedError = night.confidence.expectedError
        minutes = Minutes(view)
        if night.measures.awakenings.value != nil {
            (awakenings, shortAwakenings) = (night.awakenings.map { SpanDocument($0) }, night.shortAwakenings)
        }
        heart = NightHeartDocument(view)
        states = States(view)
        staging = view.stages.flatMap { Staging($0) }
        naps = night.naps.map { SpanDocument($0) }
        tracks = NightTracks(view).document
        channels = view.channels.tracks.map(\.channel.rawValue)
        gaps = view.losses.compactMap { Gap($0) }
        losses = view.losses.map { LossDocument($0) }
        methods = [night.periodMethod, night.scoringMethod].map { MakerDocument($0) }
        if let stages = view.stages { methods.append(MakerDocument(stages.method)) }
        otherDevices = view.others.map { NightDevice($0) }
        previous = view.previous
        next = view.next
    }

    /// The offsets from UTC that hold in the window: at its start, and from each change of the clock on.
    private static func offsets(_ view: NightView) -> [[Double]] {
        let window = view.night.window
        var offsets: [[Double]] = []
        var hour = window.lowerBound
        var last: Int?
        while hour < window.upperBound {
            let offset = view.zone.offset(at: hour)
            if offset != last { offsets.append([hour.secondsSince1970, Double(offset)]) }
            last = offset
            hour = hour.advanced(bySeconds: 900)
        }
        return offsets
    }
}

extension NightDevice {
    init(_ device: StoredDevice) {
        self.init()
        id = device.id.rawValue
        name = "\(device.identity.maker) \(device.identity.model) \(device.identity.serial)"
        (maker, model) = (device.identity.maker, device.identity.model)
        isSynthetic = device.isSynthetic
    }
}

extension NightDocument.Measures {
    fileprivate init(_ night: Night) {
        let measures = night.measures
        self.init()
        totalSleep = EstimateDocument(measures.totalSleepTime, unit: "min")
        onsetLatency = EstimateDocument(measures.sleepOnsetLatency, unit: "min")
        wakeAfterOnset = EstimateDocument(Self.doubted(measures.wakeAfterSleepOnset, night), unit: "min")
        efficiency = EstimateDocument(Self.doubted(measures.sleepEfficiency, night), unit: "%")
        awakenings = EstimateDocument(Self.doubted(measures.awakenings, night), unit: "1")
        fragmentation = EstimateDocument(night.fragmentation, unit: "%")
        sleepPeriod = EstimateDocument(measures.sleepPeriod, unit: "min")
        timeInBed = EstimateDocument(measures.timeInBed, unit: "min")
        midSleep = EstimateDocument(measures.midSleep, unit: "h")
    }

    /// A figure that rests on wake, with the reason to doubt it where there is one.
    private static func doubted(_ estimate: Estimate, _ night: Night) -> Estimate {
        var estimate = estimate
        if estimate.value != nil { estimate.reason = night.wakeDoubt }
        return estimate
    }
}

extension NightDocument.Interval {
    fileprivate init(_ interval: NightInterval) {
        self.init()
        (figure, level) = (interval.figure.rawValue, NightInterval.level)
        (value, low, high) = (interval.value, interval.low, interval.high)
        (lost, reason) = (interval.lost, interval.reason)
    }
}

extension NightDocument.States {
    fileprivate init(_ view: NightView) {
        let hypnogram = view.hypnogram
        self.init()
        (start, epoch) = (hypnogram.start, hypnogram.epochSeconds)
        values = String(hypnogram.states.map(Self.letter))
    }

    private static func letter(_ state: Hypnogram.State) -> Character {
        switch state {
        case .unknown: "?"
        case .awake: "A"
        case .asleep: "S"
        case .light: "L"
        case .deep: "D"
        case .rem: "R"
        case .notWorn: "N"
        }
    }
}

extension NightDocument.Minutes {
    fileprivate init?(_ view: NightView) {
        let minutes = view.night.minutes(view.hypnogram)
        guard !minutes.isEmpty, let slept = view.night.slept else { return nil }
        self.init()
        (start, end) = (slept.lowerBound, slept.upperBound)
        let told = { (state: Hypnogram.State) in minutes[state] ?? 0 }
        (awake, asleep, light, deep, rem) = (told(.awake), told(.asleep), told(.light), told(.deep), told(.rem))
        (notWorn, unknown) = (told(.notWorn), told(.unknown))
    }
}

extension NightDocument.Staging {
    fileprivate init?(_ night: StagedNight) {
        guard let start = Instant(secondsSince1970: night.start) else { return nil }
        self.init()
        (method, version) = (night.method.name, night.method.version)
        (tier, isValidated) = (night.tier.rawValue, night.tier.isValidated)
        confidence = night.confidence.value
        (self.start, epoch) = (start, StagedNight.epochSeconds)
        let rounded = { (value: Double?) in value.map { ($0 * 1000).rounded() / 1000 } }
        awake = night.epochs.map { rounded($0.awake) }
        light = night.epochs.map { rounded($0.light) }
        deep = night.epochs.map { rounded($0.deep) }
        rem = night.epochs.map { rounded($0.rem) }
    }
}

extension NightDocument.Gap {
    /// A loss with an extent, for shading; nil for one without.
    fileprivate init?(_ loss: Loss) {
        guard let first = loss.first, let end = loss.end, end > first else { return nil }
        self.init()
        (start, self.end, cause, detail) = (first, end, loss.cause.rawValue, loss.detail)
    }
}
