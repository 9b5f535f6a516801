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
    /// What a device measures now and what may not be on the disk yet; nothing where only what is kept counts.
    var live: @Sendable (DeviceID) -> [LiveMinute] = { _ in [] }

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

    fileprivate typealias Read = @Sendable (Self, DeviceID, Range<Instant>, [LiveMinute]) throws -> [HealthSample]

    /// What devices measure.
    static let typesOfAll: [String] = readers.keys.sorted() + ["sleep_analysis"]

    fileprivate static let readers: [String: Read] = [
        "heart_rate": { try $0.heartRates($1, $2, $3) },
        "steps": { devices, device, range, _ in
            try StepCounts.samples(devices.store, device, range, zone: devices.zone)
        },
        "oxygen_saturation": { devices, device, range, _ in try saturation(devices.store, device, range) },
    ]

    /// A device's samples piece by piece, as far as they are wanted: years are asked for, and a page is given.
    private func samples(
        of device: StoredDevice, _ query: HealthSeries.Query, _ read: Read, in reach: Range<Instant>,
        after: (time: Instant, row: Int64)?
    ) throws -> [HealthSeries.Row] {
        let row = Self.row(of: device.id)
        var found: [HealthSeries.Row] = []
        // Recordings may lie years before a device was first plugged in, and clocks go wrong.
        var known = try store.extent(of: device.id)
        let live = query.type == "heart_rate" ? live(device.id) : []
        if let first = live.first?.epoch.start, let last = live.last?.epoch.start.advanced(bySeconds: 60) {
            known = known.isEmpty ? first..<last : min(known.lowerBound, first)..<max(known.upperBound, last)
        }
        for stretch in worn(device.id, reach.clamped(to: known)) {
            var start = stretch.lowerBound
            // Days at first, then more at a time where there is little.
            var step = Self.day
            while start < stretch.upperBound, found.count <= query.limit {
                let end = min(stretch.upperBound, start.advanced(byNanoseconds: step))
                let piece: [HealthSeries.Row] = try read(self, device.id, start..<end, live).filter(query.takes).map {
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

    /// A minute that is being filled, or was just now, is told as far as it is known: it is on the disk later.
    private func heartRates(
        _ device: DeviceID, _ range: Range<Instant>, _ live: [LiveMinute]
    ) throws -> [HealthSample] {
        var minutes = try store.epochs(of: device, seconds: 60, from: range.lowerBound, to: range.upperBound).map {
            LiveMinute(epoch: $0, end: $0.start.advanced(byNanoseconds: Self.minute))
        }
        for minute in live where range.contains(minute.epoch.start) {
            let place = minutes.firstIndex { $0.epoch.start >= minute.epoch.start } ?? minutes.endIndex
            if place == minutes.endIndex || minutes[place].epoch.start > minute.epoch.start {
                minutes.insert(minute, at: place)
            } else if minutes[place].epoch.heart.map({ $0.beats < minute.epoch.heart?.beats ?? 0 }) ?? true {
                // Of a minute that a crash cut in two, the better half, as the store has it then.
                minutes[place] = minute
            }
        }
        return minutes.compactMap { minute in
            guard let rate = minute.epoch.heart?.rate, rate.isFinite else { return nil }
            return HealthSample(
                type: "heart_rate", start: minute.epoch.start, end: minute.end, value: (rate * 10).rounded() / 10,
                unit: "count/min", device: device.rawValue, source: Self.source)
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
