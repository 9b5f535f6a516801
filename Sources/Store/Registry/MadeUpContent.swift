package import Signals

/// What a store holds of wearers that are made up, and whether it holds anything else.
package struct MadeUpContent: Hashable, Sendable {
    /// Whether the whole store is a demonstration's.
    package var isDemo: Bool
    /// The made-up wearers' devices.
    package var devices: [DeviceID]
    /// The days of waking up of nights that were scored of them.
    package var nights: [CivilDate]
    /// What there is of people, as “2 recordings”; empty where everything is made up.
    package var own: [String]

    /// Reads it.
    init(_ connection: borrowing Connection) throws(SQLiteError) {
        isDemo = try connection.isDemo()
        let rows = try connection.prepare("SELECT name FROM device WHERE synthetic = 1 ORDER BY name")
        devices = []
        while try rows.step() { devices.append(DeviceID(rawValue: rows.text(0))) }
        rows.reset()
        nights = []
        if !devices.isEmpty {
            let dates = try connection.prepare(
                """
                SELECT DISTINCT date FROM night JOIN source ON source.id = night.source AND source.state = 0
                WHERE source.device IN (SELECT id FROM device WHERE synthetic = 1) ORDER BY date
                """)
            while try dates.step() { nights.append(CivilDate(daysSince1970: Int(dates.integer(0)))) }
            dates.reset()
        }
        own = []
        let made: Set = ["day_figures", "day_totals", "sample_change", "kept_answer"]
        let people = PersonalTables.names.filter { !made.contains($0) }
        for (condition, one, many) in [
            ("device WHERE synthetic = 0", "device", "devices"),
            ("recording WHERE state IN ('importing', 'complete', 'arriving', 'deleted')", "recording", "recordings"),
            ("person", "person", "people"), ("account", "account", "accounts"),
        ] {
            let count = try connection.integer("SELECT count(*) FROM \(condition)") ?? 0
            if count > 0 { own.append("\(count) \(count == 1 ? one : many)") }
        }
        let hasMore = people.map { "EXISTS (SELECT 1 FROM \($0))" }.joined(separator: " OR ")
        if try connection.integer("SELECT \(hasMore)") != 0 { own.append("what people sent or wrote") }
    }
}

extension Connection {
    /// The setting that marks the store of a demonstration.
    static var demoSetting: String { "demo" }

    /// Whether the store is a demonstration's.
    borrowing func isDemo() throws(SQLiteError) -> Bool {
        try text("SELECT value FROM access_setting WHERE name = '\(Self.demoSetting)'") == "yes"
    }
}
