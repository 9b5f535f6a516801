import Runtime
public import Signals

/// Which columns of a table hold what: how a table is read that no recorder's software is known to have written.
public struct ColumnMap: Hashable, Sendable {
    /// What a column holds.
    public enum Role: String, CaseIterable, Sendable {
        /// When: a date with a time, or seconds, milliseconds, microseconds or nanoseconds since 1970.
        case time
        /// A time of day beside a ``time`` that is only a date.
        case clock
        /// Acceleration.
        case x, y, z
        /// Counts; several with plus signs between.
        case counts
        /// Further readings.
        case steps, light, temperature
        /// Heart rate.
        case heartRate = "heart_rate"
        /// Not zero where the wearer pressed the button.
        case marker
    }

    /// Units of acceleration that a table may have, as parts of g.
    static let units = ["g": 1.0, "mg": 0.001, "m/s2": 1 / 9.80665]
    /// Orders of dates.
    static let orders: [String: ActiwareDate.Order] = ["dmy": .dayFirst, "mdy": .monthFirst, "ymd": .yearFirst]

    /// Headings, or numbers from 1 on, by what they hold.
    public private(set) var columns: [Role: [String]] = [:]
    /// The unit of acceleration.
    public private(set) var unit = "g"
    /// The order of day, month and year; nil where the dates themselves tell.
    public private(set) var order: String?
    /// Whose rows are taken of a table of several people.
    public private(set) var person: String?

    /// How a map is written, for messages and help.
    public static let syntax = "time=NAME,x=NAME,y=NAME,z=NAME or time=NAME,counts=NAME"

    /// Reads `time=Timestamp,x=2,y=3,z=4,unit=mg`: names of columns or their numbers from 1 on.
    /// - Throws: `Failure` with what is wrong.
    public init(parsing text: String) throws(Failure) {
        func refuse(_ why: String) -> Failure {
            Failure(.usage, "The columns “\(text)” cannot be used: \(why). Write them as \(Self.syntax).")
        }
        guard text.utf8.count <= 2000 else { throw refuse("they are longer than 2000 bytes") }
        for part in text.split(separator: ",") {
            guard let equals = part.firstIndex(of: "=") else { throw refuse("“\(part)” has no equals sign") }
            let key = String(part[..<equals]).trimmed.lowercased()
            let value = String(part[part.index(after: equals)...]).trimmed
            guard !value.isEmpty else { throw refuse("“\(key)” names no column") }
            switch key {
            case "unit":
                guard Self.units[value.lowercased()] != nil else { throw refuse("the unit is g, mg or m/s2") }
                unit = value.lowercased()
            case "order":
                guard Self.orders[value.lowercased()] != nil else { throw refuse("the order is dmy, mdy or ymd") }
                order = value.lowercased()
            case "person": person = value
            default:
                guard let role = Role(rawValue: key) else { throw refuse("“\(key)” is nothing that a column can hold") }
                guard columns[role] == nil else { throw refuse("“\(key)” stands twice") }
                columns[role] = role == .counts ? value.split(separator: "+").map { String($0).trimmed } : [value]
            }
        }
        if columns.isEmpty, person != nil { return }
        guard columns[.time] != nil else { throw refuse("no column is the time") }
        let axes = [Role.x, .y, .z].count { columns[$0] != nil }
        guard axes == 0 || axes == 3 else { throw refuse("acceleration needs x, y and z") }
        guard axes == 3 || columns[.counts] != nil else { throw refuse("neither x, y and z nor counts are named") }
    }

    /// One that is known to fit a format.
    init(_ columns: [Role: [String]], order: String? = nil) { (self.columns, self.order) = (columns, order) }

    /// The map as ``init(parsing:)`` reads it.
    public var text: String {
        var parts = Role.allCases.compactMap { role in
            columns[role].map { "\(role.rawValue)=\($0.joined(separator: "+"))" }
        }
        if unit != "g" { parts.append("unit=\(unit)") }
        if let order { parts.append("order=\(order)") }
        if let person { parts.append("person=\(person)") }
        return parts.joined(separator: ",")
    }

    /// Whether it names acceleration.
    var isRaw: Bool { columns[.x] != nil }
}
