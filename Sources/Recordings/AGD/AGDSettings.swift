import Signals

/// The `settings` table of an .agd file: names and values as ActiLife wrote them.
struct AGDSettings {
    /// Values by the name of the setting, in lower case.
    let values: [String: String]
    /// What SQLite says of damage in the table; nil for none.
    let damage: String?
    /// Settings that are read at most; a file has about 35.
    private static let limit = 500

    /// Reads the table `settings`.
    init(_ database: AGDDatabase) throws {
        var values: [String: String] = [:]
        damage = try database.each("SELECT settingName, settingValue FROM settings") { row in
            if let name = row.text(0), !name.isEmpty { values[name.lowercased()] = row.text(1) ?? "" }
            return values.count < Self.limit
        }
        self.values = values
    }

    /// The length of an epoch in seconds, 1 ... 3600; nil when the file does not say.
    var epochSeconds: Int? {
        values["epochlength"].flatMap { Int($0) }.flatMap { (1...3600).contains($0) ? $0 : nil }
    }

    /// The recorder, from the settings.
    var device: DeviceIdentity {
        DeviceIdentity(
            maker: "ActiGraph", model: values["devicename"] ?? "", serial: values["deviceserial"] ?? "",
            firmware: values["deviceversion"] ?? "")
    }

    /// Everything else; times in .NET ticks also as wall-clock text, under their name with `_local` behind.
    var metadata: [String: String] {
        var metadata = values.filter { !["devicename", "deviceserial", "deviceversion"].contains($0.key) }
        for (name, value) in values where name.hasSuffix("datetime") || name == "dateofbirth" {
            guard let time = Int64(value).flatMap({ NETTicks.civilTime($0) }) else { continue }
            metadata["\(name)_local"] = "\(time)"
        }
        return metadata
    }
}

/// .NET's clock: units of 100 ns since 0001-01-01.
enum NETTicks {
    /// The number of ticks at 1970-01-01T00:00:00.
    static let epoch: Int64 = 621_355_968_000_000_000

    /// 1990-01-01 and 2100-01-01, in nanoseconds since 1970.
    private static let usable: Range<Int64> = 7305 * 86_400_000_000_000..<47_482 * 86_400_000_000_000

    /// Wall-clock nanoseconds since 1970 at `ticks`; nil unless the year lies in 1990 ..< 2100.
    static func stamp(_ ticks: Int64) -> Int64? {
        let (since1970, overflow) = ticks.subtractingReportingOverflow(epoch)
        let (nanoseconds, tooLong) = since1970.multipliedReportingOverflow(by: 100)
        return !overflow && !tooLong && usable.contains(nanoseconds) ? nanoseconds : nil
    }

    /// The wall time at `ticks`, of a birthday for example; nil unless its year lies in 1850 ..< 2100.
    static func civilTime(_ ticks: Int64) -> CivilTime? {
        let (since1970, overflow) = ticks.subtractingReportingOverflow(epoch)
        let (nanoseconds, tooLong) = since1970.multipliedReportingOverflow(by: 100)
        guard !overflow, !tooLong else { return nil }
        let time = CivilTime(nanoseconds: nanoseconds)
        return (1850..<2100).contains(time.date.year) ? time : nil
    }
}
