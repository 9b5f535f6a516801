import Analysis
import Signals
import Store
import Synchronization

extension Gateway {
    /// Earlier nights that the usual is made of at most.
    private static let usualNights = 14
    /// Days before a night in which they are looked for.
    private static let usualDays = 30

    /// The heart of a night, from minutes and beats of its own device.
    /// - Parameter own: the parts of the night that may be told.
    func heart(
        of night: Night, _ hypnogram: Hypnogram, _ device: DeviceID, own: [Range<Instant>], beats: [Beat]
    ) throws -> NightHeart {
        guard let period = night.sleepPeriod else { return NightHeart(night, hypnogram, rates: [], beats: []) }
        let minutes = try store.epochs(of: device, seconds: 60, from: period.lowerBound, to: period.upperBound)
        let rates: [RestingHeartRate.Rate] = minutes.compactMap { epoch in
            // Rounded as in the samples of the day, so that its resting heart rate is the same.
            guard let rate = epoch.heart?.rate, own.contain(epoch.start) else { return nil }
            return .init(time: epoch.start, rate: (rate * 10).rounded() / 10)
        }
        return NightHeart(night, hypnogram, rates: rates, beats: beats)
    }

    /// What the figures usually are: of the nights before this one of the same person, or of the device where nobody said
    /// who wore it.
    func usualHeart(
        before night: Night, of device: DeviceID, _ visibility: Visibility
    ) throws -> [NightHeart.Figure: UsualFigure] {
        let wearer = wearer(of: device, on: night.date)
        var dates: Set<CivilDate> = []
        let earlier = try visible(
            from: night.date.adding(days: -Self.usualDays), to: night.date.adding(days: -1), visibility
        ).filter { listing in
            let isOwn =
                self.wearer(of: listing.device, on: listing.date) == wearer
                && (wearer != nil || listing.device == device)
            return isOwn && listing.hasSleepPeriod && dates.insert(listing.date).inserted
        }
        var values: [NightHeart.Figure: [Double]] = [:]
        for listing in earlier.suffix(Self.usualNights) {
            guard let stored = try store.nights(on: listing.date).first(where: { $0.device == listing.device }) else {
                continue
            }
            for (figure, estimate) in try pastHeart(of: stored, visibility).figures {
                if let value = estimate.value { values[figure, default: []].append(value) }
            }
        }
        return values.compactMapValues { UsualFigure($0) }
    }

    /// The heart of a night that is over. It is kept for as long as its scoring and its bounds are the same.
    private func pastHeart(of stored: StoredNight, _ visibility: Visibility) throws -> NightHeart {
        let (night, edit, diary) = try edited(stored)
        let own = wearerRegistry.stretches(of: stored.device, in: night.window, visibility)
        let key = PastNight(
            device: stored.device, recording: stored.recording, date: night.date, made: stored.made, edit: edit?.made,
            diary: diary?.entry.made, own: own)
        if let known = hearts.withLock({ $0[key] }) { return known }
        let epochs = try store.epochs(
            of: stored.device, seconds: 30, from: night.window.lowerBound, to: night.window.upperBound
        ).filter { own.contain($0.start) }
        let beats =
            try night.sleepPeriod.map { try store.beats(of: stored.device, from: $0.lowerBound, to: $0.upperBound) }
            ?? []
        let heart = try heart(
            of: night, Hypnogram(night, NightStaging.stage(night, epochs)), stored.device, own: own,
            beats: beats.filter { own.contain($0.time) })
        hearts.withLock { hearts in
            if hearts.count >= 400 { hearts = [:] }
            hearts[key] = heart
        }
        return heart
    }

    private func wearer(of device: DeviceID, on date: CivilDate) -> Person.ID? {
        wearerRegistry.wearer(of: device, during: NightWindow(endingOn: date, in: configuration.zone).interval)?.id
    }
}

/// What the heart of an earlier night was made from.
struct PastNight: Hashable, Sendable {
    var device: DeviceID
    var recording: RecordingID?
    var date: CivilDate
    var made: Instant
    var edit: Instant?
    var diary: Instant?
    var own: [Range<Instant>]
}
