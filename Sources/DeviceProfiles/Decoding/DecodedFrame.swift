package import Signals

/// What one frame of a device said, in order of its fields.
package struct DecodedFrame: Hashable, Sendable {
    /// Values of one channel, the axes of one sample beside each other.
    package struct Column: Hashable, Sendable {
        /// The channel that is measured.
        package var channel: Channel
        /// The unit of ``values``.
        package var unit: SignalUnit
        /// Values per sample.
        package var axes: Int
        /// `count * axes` values; not a number where the device says that there is none.
        package var values: [Float]

        /// Memberwise; what is not given has its default.
        package init(_ channel: Channel, _ unit: SignalUnit, axes: Int = 1, values: [Float]) {
            self.channel = channel
            self.unit = unit
            self.axes = axes
            self.values = values
        }

        /// Number of samples.
        package var count: Int { values.count / axes }
    }

    /// The channels; one may have no values when the frame did not speak of it.
    package var columns: [Column] = []
    /// The device's packet counter, as sent; see the profile's sequence role for where it rolls over.
    package var sequence: UInt64?
    /// The device's tick counter, as sent.
    package var counter: UInt64?
    /// The device's clock in nanoseconds of its own epoch.
    package var deviceTime: Int64?
    /// The device's clock at each sample, like ``deviceTime``, where samples carry a time of their own.
    package var sampleTimes: [Int64] = []
    /// What the device says of itself: `maker`, `model`, `serial`, `firmware`, `hardware`, `software`; and other texts.
    package var texts: [String: String] = [:]
    /// Oddities that did not prevent decoding: values out of range, bytes left over.
    package var remarks: [String] = []

    /// Values that are kept to correct what streams later, with the place of their name in the decoder's list of names.
    var kept: [(name: Int, value: Float)] = []

    /// An empty frame.
    package init() {}

    /// Which ``FrameDecoder`` made the columns, so that the next frame finds them with their storage; 0 for none.
    var layout: UInt64 = 0

    /// Forgets everything but keeps the storage of the columns' array.
    package mutating func clear() {
        columns.removeAll(keepingCapacity: true)
        layout = 0
        clearMarks()
    }

    /// Clears everything except the columns, whose memory is reused.
    mutating func clearMarks() {
        sequence = nil
        counter = nil
        deviceTime = nil
        if !kept.isEmpty { kept.removeAll(keepingCapacity: true) }
        if !sampleTimes.isEmpty { sampleTimes.removeAll(keepingCapacity: true) }
        if !texts.isEmpty { texts.removeAll(keepingCapacity: true) }
        if !remarks.isEmpty { remarks.removeAll(keepingCapacity: true) }
    }

    /// Whether two frames hold the same values.
    package static func == (a: DecodedFrame, b: DecodedFrame) -> Bool {
        a.columns == b.columns && a.sequence == b.sequence && a.counter == b.counter && a.deviceTime == b.deviceTime
            && a.sampleTimes == b.sampleTimes && a.texts == b.texts && a.remarks == b.remarks
    }

    /// Hashes the values.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(columns)
        hasher.combine(sequence)
        hasher.combine(deviceTime)
    }
}
