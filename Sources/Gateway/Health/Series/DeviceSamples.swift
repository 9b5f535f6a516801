import Analysis
import Signals
import Store

/// What devices measured of a person, as samples: heart rates by the minute, steps, oxygen saturation and sleep.
package struct DeviceSamples: Sendable {
    /// The program that is named as the source of what devices measured.
    static let source = "nightjar"
    private static let minute: Int64 = 60_000_000_000
    private static let day: Int64 = 86_400_000_000_000

    let store: Store
    /// The devices that the person may have worn.
    let devices: [StoredDevice]
    /// The parts of a stretch of time in which a device was theirs.
    let worn: @Sendable (DeviceID, Range<Instant>) -> [Range<Instant>]
    /// Their nights that ended on some days, one for each.
    let nights: @Sendable (CivilDate, CivilDate) throws -> [StoredNight]
    /// Whose days they are in which steps are counted.
    let zone: Zone

    /// The samples that are asked for, after a place.
    func samples(
        _ query: HealthSeries.Query, after: (time: Instant, row: Int64)?
    ) throws -> [HealthSeries.Row] {
        if query.type == "sleep_analysis" { return try sleep(query, after: after) }
        guard let read = Self.readers[query.type] else { return [] }
        var reach = query.reach
        if let after { reach = max(reach.lowerBound, min(after.time, reach.upperBound))..<reach.upperBound }
        var found: [HealthSeries.Row] = []
        for device in devices {
            found += try samples(of: device, query, read, in: reach, after: after)
        }
        return found.page(after: after, limit: query.limit)
    }

    /// What there are samples of; they are not counted.
    func types() throws -> [(type: String, count: Int)] {
        var types: [(type: String, count: Int)] = []
        let all = Instant(nanoseconds: -Self.day * 36_500)..<Instant(nanoseconds: Self.day * 73_000)
        for type in Self.typesOfAll {
            let count = try samples(.init(type, in: all, limit: 1), after: nil).count
            if count > 0 { types.append((type, count)) }
        }
        return types
    }

    fileprivate typealias Read = @Sendable (Store, DeviceID, Range<Instant>, Zone) throws -> [HealthSample]

    /// What devices measure.
    static let typesOfAll: [String] = readers.keys.sorted() + ["sleep_analysis"]

    fileprivate static let readers: [String: Read] = [
        "heart_rate": { store, device, range, _ in try heartRates(store, device, range) },
        "steps": { store, device, range, zone in try StepCounts.samples(store, device, range, zone: zone) },
        "oxygen_saturation": { store, device, range, _ in try saturation(store, device, range) },
    ]

    /// A device's samples piece by piece, as far as they are wanted: years are asked for, and a page is given.
    private func samples(
        of device: StoredDevice, _ query: HealthSeries.Query, _ read: Read, in reach: Range<Instant>,
        after: (time: Instant, row: Int64)?
    ) throws -> [HealthSeries.Row] {
        let row = Self.row(of: device.id)
        var found: [HealthSeries.Row] = []
        // Recordings may lie years before a device was first plugged in, and clocks go wrong.
        let known = try store.extent(of: device.id)
        for stretch in worn(device.id, reach.clamped(to: known)) {
            var start = stretch.lowerBound
            // Days at first, then more at a time where there is little.
            var step = Self.day
            while start < stretch.upperBound, found.count <= query.limit {
                let end = min(stretch.upperBound, start.advanced(byNanoseconds: step))
                let piece: [HealthSeries.Row] = try read(store, device.id, start..<end, zone).filter(query.takes).map {
                    (row, $0)
                }
                found += piece.page(after: after, limit: query.limit)
                if piece.isEmpty { step = min(step * 2, 64 * Self.day) } else { step = Self.day }
                start = end
            }
        }
        return found
    }

    /// A number that is always the same for a device, so that pages follow one another.
    private static func row(of device: DeviceID) -> Int64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in device.rawValue.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int64(hash >> 4)
    }

    private static func heartRates(_ store: Store, _ device: DeviceID, _ range: Range<Instant>) throws -> [HealthSample]
    {
        try store.epochs(of: device, seconds: 60, from: range.lowerBound, to: range.upperBound).compactMap { epoch in
            guard let rate = epoch.heart?.rate, rate.isFinite else { return nil }
            return HealthSample(
                type: "heart_rate", start: epoch.start, end: epoch.start.advanced(byNanoseconds: minute),
                value: (rate * 10).rounded() / 10, unit: "count/min", device: device.rawValue, source: source)
        }
    }

    /// The mean of each minute: recorders tell it each second or four.
    private static func saturation(_ store: Store, _ device: DeviceID, _ range: Range<Instant>) throws -> [HealthSample]
    {
        var sums: [Int64: (sum: Double, count: Int)] = [:]
        let first = range.lowerBound.nanoseconds / minute * minute
        for channel in try store.readings(of: device, channel: Channel(rawValue: "oxygen_saturation"), in: range)
        where (50...100).contains(channel.value) {
            let place = (channel.time.nanoseconds - first) / minute
            sums[place, default: (0, 0)].sum += channel.value
            sums[place, default: (0, 0)].count += 1
        }
        return sums.sorted { $0.key < $1.key }.map { place, mean in
            let start = Instant(nanoseconds: first + place * minute)
            return HealthSample(
                type: "oxygen_saturation", start: start, end: start.advanced(byNanoseconds: minute),
                value: (mean.sum / Double(mean.count) * 10).rounded() / 10, unit: "%", device: device.rawValue,
                source: source)
        }
    }

    /// Sleep and wake of the nights, each in one stretch, and naps.
    private func sleep(
        _ query: HealthSeries.Query, after: (time: Instant, row: Int64)?
    ) throws -> [HealthSeries.Row] {
        let date = { (instant: Instant) in CivilDate(daysSince1970: Int(instant.nanoseconds / Self.day)) }
        let start = max(query.reach.lowerBound, after?.time ?? query.reach.lowerBound)
        var first = date(start).adding(days: -2)
        let last = date(query.reach.upperBound).adding(days: 2)
        var found: [HealthSeries.Row] = []
        while first <= last {
            let end = min(last, first.adding(days: 60))
            for stored in try nights(first, end) {
                let row = Self.row(of: stored.device)
                found += Self.sleep(stored).filter(query.takes).map { (row, $0) }
            }
            first = end.adding(days: 1)
            // Nights of two days after a sample may not begin before it.
            if found.count > query.limit + 1000 { break }
        }
        return found.page(after: after, limit: query.limit)
    }

    private static func sleep(_ stored: StoredNight) -> [HealthSample] {
        let night = stored.night
        func sample(_ span: Range<Instant>, _ word: String) -> HealthSample {
            HealthSample(
                type: "sleep_analysis", start: span.lowerBound, end: span.upperBound,
                value: span.upperBound.seconds(since: span.lowerBound) / 60, word: word, unit: "min",
                device: stored.device.rawValue, source: source)
        }
        var samples: [HealthSample] = []
        // From falling asleep to waking, so that the minutes awake are those of the night.
        let sleep = night.naps + (night.slept.map { [$0] } ?? [])
        for (state, stretch) in night.stretches {
            let word: String? =
                switch state {
                case .asleep: "asleep"
                case .awake: "awake"
                case .unknown, .notWorn: nil
                }
            guard let word else { continue }
            samples += sleep.map { stretch.clamped(to: $0) }.filter { !$0.isEmpty }.map { sample($0, word) }
        }
        return samples.sorted { $0.start < $1.start }
    }
}
