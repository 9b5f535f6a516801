import Analysis
package import Signals

extension Store {
    /// Every night of every device that ended on a day of `first ... last`, in order of dates, each date's most
    /// trusted first; nights by several methods, devices and recordings stand beside each other.
    package func nights(from first: CivilDate, to last: CivilDate) throws(Failure) -> [StoredNight] {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.nights)
            rows.bind(1, first.daysSince1970)
            rows.bind(2, last.daysSince1970)
            var nights: [StoredNight] = []
            while try rows.step() {
                let body = try Zstd.decompress(rows.bytes(5), size: Int(rows.integer(4)))
                nights.append(
                    StoredNight(
                        device: DeviceID(rawValue: rows.text(0)),
                        recording: rows.integerOrNil(1).map(RecordingID.init(rawValue:)),
                        isSynthetic: rows.integer(2) != 0, made: Instant(nanoseconds: rows.integer(3)),
                        night: try NightRecord.decode(body)))
            }
            return nights
        }
    }

    /// The nights that ended on `date`, the most trusted first.
    ///
    /// When two devices, or two methods, saw the same night, the first is the one to show; they are never added up.
    package func nights(on date: CivilDate) throws(Failure) -> [StoredNight] { try nights(from: date, to: date) }

    /// One line for each device and date of `first ... last` that has a night, each date's most trusted first. For
    /// calendars of years.
    /// - Parameters:
    ///   - first: the first date.
    ///   - last: the last date.
    ///   - isSeen: which nights count, by device and date; nil for all.
    /// - Throws: `Failure` when the store cannot be read.
    package func nightListing(
        from first: CivilDate, to last: CivilDate, where isSeen: ((DeviceID, CivilDate) -> Bool)? = nil
    ) throws(Failure) -> [NightListing] {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.nightListing)
            rows.bind(1, first.daysSince1970)
            rows.bind(2, last.daysSince1970)
            var listing: [NightListing] = []
            var told: Set<DeviceID> = []
            while try rows.step() {
                let date = CivilDate(daysSince1970: Int(rows.integer(0)))
                let device = DeviceID(rawValue: rows.text(1))
                if listing.last?.date != date { told = [] }
                guard isSeen?(device, date) != false, told.insert(device).inserted else { continue }
                listing.append(
                    NightListing(
                        date: date, device: device,
                        recording: rows.integerOrNil(2).map(RecordingID.init(rawValue:)),
                        isSynthetic: rows.integer(3) != 0, hasSleepPeriod: rows.integer(4) != 0,
                        totalSleepTime: rows.doubleOrNil(5), sleepEfficiency: rows.doubleOrNil(6),
                        confidence: rows.number(7)))
            }
            return listing
        }
    }

    /// The dates of the nights that were found in recordings, in order.
    package func nightDates() throws(Failure) -> [RecordingID: [CivilDate]] {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.nightDates)
            var dates: [RecordingID: [CivilDate]] = [:]
            while try rows.step() {
                dates[RecordingID(rawValue: rows.integer(0)), default: []]
                    .append(CivilDate(daysSince1970: Int(rows.integer(1))))
            }
            return dates
        }
    }

    /// The dates of the nights that were found in what devices sent live, in order.
    package func liveNightDates() throws(Failure) -> [DeviceID: [CivilDate]] {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.liveNightDates)
            var dates: [DeviceID: [CivilDate]] = [:]
            while try rows.step() {
                dates[DeviceID(rawValue: rows.text(0)), default: []].append(
                    CivilDate(daysSince1970: Int(rows.integer(1))))
            }
            return dates
        }
    }

    /// The date of the latest night; nil without any.
    package func lastNightDate() throws(Failure) -> CivilDate? {
        try readers.read { connection in
            try connection.integer(Queries.lastNight).map { CivilDate(daysSince1970: Int($0)) }
        }
    }
}
