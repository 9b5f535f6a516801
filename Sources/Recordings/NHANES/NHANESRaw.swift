import Signals

/// Raw acceleration of the National Health and Nutrition Examination Survey of 2011 to 2014: hours of a wrist at 80 Hz with
/// a time for each sample, in g, as the survey publishes it.
public enum NHANESRaw: RecordingFormat {
    /// The short name, `nhanes_raw`.
    public static let name = "nhanes_raw"
    /// The name shown to people.
    public static let title = "NHANES raw acceleration .csv.gz"

    private static let columns = ["header_timestamp", "x", "y", "z"]

    /// Whether the survey's heading stands in the first line.
    public static func recognizes(head: [UInt8], fileName: String) -> Bool { heading(head) != nil }

    /// Decodes the whole file into `sink`.
    /// - Throws: `Failure` without a readable row; errors of `sink`; `CancellationError`.
    public static func decode(
        _ file: RecordingFile, options: DecodeOptions, into sink: inout some RecordingSink
    ) throws -> RecordingSummary {
        guard let heading = heading(try file.head(4096)) else {
            throw Failure(.failed, "\(file.name) does not begin with the heading HEADER_TIMESTAMP,X,Y,Z.")
        }
        let map = ColumnMap([.time: ["1"], .x: ["2"], .y: ["3"], .z: ["4"]], order: "ymd")
        let table = try MappedTable(file, heading: heading, map: map)
        // GT3XPLUS-AccelerationCalibrated-1x8x0.NEO1D12345678.2000-01-08-13-00-00-000-P0000.sensor.csv
        let serial = file.name.split(separator: ".").first { $0.hasPrefix("NEO") }.map { String($0) } ?? ""
        return try table.decode(
            as: name, device: DeviceIdentity(maker: "ActiGraph", model: "GT3X+", serial: serial), metadata: [:], file,
            options, into: &sink)
    }

    private static func heading(_ head: [UInt8]) -> TableHeading? {
        let first = head.prefix(200).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let names = TableHeading.fields(first[...], UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) }
        guard names.map({ $0.lowercased() }) == columns else { return nil }
        return TableHeading(names: names, separator: UInt8(ascii: ","), lines: 1)
    }
}
