import Documents
import Runtime
import Signals

/// How a count of the sensor becomes g: one scale, or a matrix and offsets for watches that are not calibrated within.
struct GT3XCalibration: Hashable {
    /// Three rows of three: what each axis takes from x, y and z.
    private(set) var matrix: [Float]
    /// Counts at 0 g, by axis.
    private(set) var offset: [Float] = [0, 0, 0]
    /// Whether the axes are combined, not only scaled.
    private(set) var isMatrix = false
    /// Why the file's own calibration is not used; nil when it is, or there is none.
    private(set) var problem: String?

    /// A calibration of `scale` counts per g on each axis.
    init(scale: Double) {
        let factor = Float(1 / scale)
        matrix = [factor, 0, 0, 0, factor, 0, 0, 0, factor]
    }

    /// The calibration that `info`, the parameters and `calibration.json` give together.
    ///
    /// The scale is that of info.txt; where there is none, of the parameters written at the start; and where there is
    /// neither, 341 counts per g for the series NEO, MRA and CLE and 256 for others.
    init(info: GT3XInfo, parameterScale: Double?, json: [UInt8]?, rate: Int) {
        let said = info.number("acceleration scale").flatMap { $0 > 1 && $0 < 100_000 ? $0 : nil }
        let written = parameterScale.flatMap { $0 > 1 && $0 < 100_000 ? $0 : nil }
        let series = ["NEO", "MRA", "CLE"].contains { info.serial.hasPrefix($0) } ? 341.0 : 256.0
        self.init(scale: said ?? written ?? series)
        guard let json else { return }
        let text = json.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(json.dropFirst(3)) : json
        guard let members = (try? JSONValue(parsing: text))?.object else {
            problem = "calibration.json cannot be read"
            return
        }
        guard members["isCalibrated"]?.bool == false else { return }
        guard members["calibrationMethod"]?.number == 2 else {
            problem = "calibration.json has a method other than 2"
            return
        }
        apply(members, rate: rate)
    }

    /// Method 2: sensitivities in hundredths of counts per g, the cross terms less 250, for each rate by its suffix.
    private mutating func apply(_ members: [String: JSONValue], rate: Int) {
        func value(_ name: String) -> Double? {
            members["\(name)_\(rate)"]?.number.flatMap { abs($0) < 1e6 ? $0 : nil }
        }
        let own = ["XX", "YY", "ZZ"].compactMap { value("sensitivity\($0)") }.map { 1 / ($0 * 0.01) }
        let cross = ["XY", "XZ", "YZ"].compactMap { value("sensitivity\($0)") }.map { 1 / ($0 * 0.01 + 250) - 0.004 }
        let zero = ["X", "Y", "Z"].compactMap { value("offset\($0)") }
        guard own.count == 3, cross.count == 3, zero.count == 3,
            (own + cross).allSatisfy({ $0.isFinite && abs($0) < 10 })
        else {
            problem = "calibration.json has no usable values for \(rate) Hz"
            return
        }
        let rows = [own[0], cross[0], cross[1], cross[0], own[1], cross[2], cross[1], cross[2], own[2]]
        matrix = rows.map { Float($0) }
        offset = zero.map { Float($0) }
        isMatrix = true
    }

    /// A sample in g.
    func g(_ x: Float, _ y: Float, _ z: Float) -> (Float, Float, Float) {
        let (x, y, z) = (x - offset[0], y - offset[1], z - offset[2])
        return (
            matrix[0] * x + matrix[1] * y + matrix[2] * z, matrix[3] * x + matrix[4] * y + matrix[5] * z,
            matrix[6] * x + matrix[7] * y + matrix[8] * z
        )
    }
}
