import Signals

/// What was read of a device before it streams, by name: corrects what it streams.
struct Calibration: Sendable {
    /// Values of one name that are kept; a field has at most so many axes.
    static let limit = 64

    private var figures: [String: [Float]] = [:]

    /// Takes what a frame has kept, in place of what was kept under these names before.
    mutating func take(_ kept: [(name: Int, value: Float)], _ names: [String]) {
        var fresh: Set<Int> = []
        for item in kept where names.indices.contains(item.name) {
            if fresh.insert(item.name).inserted { figures[names[item.name]] = [] }
            if figures[names[item.name], default: []].count < Self.limit {
                figures[names[item.name], default: []].append(item.value)
            }
        }
    }

    /// Corrects the columns of a frame: (value - offset) * gain.
    /// - Throws: `DecodeError` where a figure has not been read, or does not fit: values that are wrong are worth nothing.
    func correct(
        _ frame: inout DecodedFrame, _ calibrated: [(column: Int, offset: String?, gain: String?)]
    ) throws(DecodeError) {
        for item in calibrated {
            let axes = frame.columns[item.column].axes
            let offsets = try figures(item.offset, axes, neutral: 0)
            let gains = try figures(item.gain, axes, neutral: 1)
            for index in frame.columns[item.column].values.indices {
                let axis = index % axes
                let value = (frame.columns[item.column].values[index] - offsets[axis % offsets.count])
                let result = value * gains[axis % gains.count]
                frame.columns[item.column].values[index] = result.isFinite ? result : .nan
            }
        }
    }

    /// One figure for each axis, or one for all.
    private func figures(_ name: String?, _ axes: Int, neutral: Float) throws(DecodeError) -> [Float] {
        guard let name else { return neutral == 0 ? Self.zero : Self.one }
        guard let found = figures[name], found.count == axes || found.count == 1 else {
            throw DecodeError(.unsupported("“\(name)”, which corrects it, has not been read"), at: 0)
        }
        return found
    }

    private static let zero: [Float] = [0]
    private static let one: [Float] = [1]
}
