import Analysis
import Runtime
import Signals

/// How a window is laid out in records, and the signals filled from the content.
struct EDFPlan {
    let start: Instant
    let recordSeconds: Int
    let records: Int
    private(set) var signals: [EDFSignal] = []
    private(set) var counts: [String: Int] = [:]

    /// Beats are stored as a held tachogram of this many samples per second.
    private static let beatRate = 4
    private static let second: Int64 = 1_000_000_000

    init(_ content: ExportContent) {
        let epoch = max(1, content.epochSeconds)
        let activity = content.activity.isEmpty ? 1 : content.activitySeconds
        recordSeconds = Self.recordSeconds(content.epochs.isEmpty && activity > 1 ? 1 : epoch, activity)
        start = Self.start(of: content, epoch: Int64(content.epochs.isEmpty ? activity : epoch) * Self.second)
        let span = max(0, content.window.upperBound.nanoseconds(since: start))
        let length = Int64(recordSeconds) * Self.second
        records = Int(span / length + (span % length > 0 ? 1 : 0))
        addEpochs(content, epoch: epoch)
        addActivity(content, seconds: activity)
        addBeats(content)
        addChannels(content)
        addReadings(content)
    }

    /// Nanoseconds from the start of the file to its end.
    var duration: Int64 { Int64(records) * Int64(recordSeconds) * Self.second }

    /// The least number of seconds, from 30 on, that holds whole epochs of both lengths.
    private static func recordSeconds(_ first: Int, _ second: Int) -> Int {
        var record = first
        while record % second != 0, record < 7200 { record += first }
        // Lengths with no common multiple worth a record: the counts stay out, and are not counted as written.
        if record % second != 0 { record = first }
        return record * ((29 + record) / record)
    }

    /// The first whole second at or before the window on which epochs can begin.
    private static func start(of content: ExportContent, epoch: Int64) -> Instant {
        let from = content.window.lowerBound
        let phase = (content.epochs.first?.start ?? content.activity.first?.start)?.nanoseconds ?? 0
        let aligned = from.advanced(byNanoseconds: -positiveRemainder(from.nanoseconds &- phase, epoch))
        return aligned.advanced(byNanoseconds: -positiveRemainder(aligned.nanoseconds, second))
    }

    private static func positiveRemainder(_ value: Int64, _ divisor: Int64) -> Int64 {
        let remainder = value % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }

    private func slot(of instant: Instant, seconds: Int) -> Int {
        let since = instant.nanoseconds(since: start)
        return since < 0 ? -1 : Int(since / (Int64(seconds) * Self.second))
    }

    private func signal(
        _ label: String, _ transducer: String, _ dimension: String, _ limits: ClosedRange<Int>, perRecord: Int
    ) -> EDFSignal {
        EDFSignal(
            label: label, transducer: transducer, dimension: dimension, limits: limits, samplesPerRecord: perRecord,
            records: records)
    }

    private mutating func addEpochs(_ content: ExportContent, epoch: Int) {
        guard !content.epochs.isEmpty else { return }
        // One pass for what the head must know, and one for the samples.
        var (largest, hasMotion, hasHeart) = (-Double.infinity, false, false)
        for item in content.epochs {
            if item.heart != nil { hasHeart = true }
            guard let motion = item.motion else { continue }
            (largest, hasMotion) = (max(largest, max(motion.enmo, motion.mad)), true)
        }
        if !hasMotion { largest = 0 }
        let limits = EDFSignal.limits(upTo: largest * 1000, atLeast: 100)
        let device = "\(content.device.maker) \(content.device.model) \(content.device.serial)"
        let perRecord = recordSeconds / epoch
        let length = "\(epoch) s epochs"
        var rate = signal("HR", "\(device): heart rate, \(length)", "bpm", 0...300, perRecord: perRecord)
        var enmo = signal("ENMO", "\(device): mean of max(|a|-1 g, 0), \(length)", "mg", limits, perRecord: perRecord)
        var mad = signal(
            "MAD", "\(device): mean absolute deviation of |a|, \(length)", "mg", limits, perRecord: perRecord)
        var angle = signal(
            "Angle z", "\(device): z axis to horizontal, \(length)", "deg", -100...100, perRecord: perRecord)
        var placed = 0
        for item in content.epochs {
            let slot = slot(of: item.start, seconds: epoch)
            guard (0..<records * perRecord).contains(slot) else { continue }
            placed += 1
            if let motion = item.motion {
                enmo.set(motion.enmo * 1000, at: slot)
                mad.set(motion.mad * 1000, at: slot)
                angle.set(motion.angleZ, at: slot)
            }
            if let heart = item.heart { rate.set(heart.rate, at: slot) }
        }
        if hasHeart { signals.append(rate) }
        if hasMotion { signals += [enmo, mad, angle] }
        counts["epochs"] = placed
    }

    private mutating func addActivity(_ content: ExportContent, seconds: Int) {
        guard !content.activity.isEmpty, recordSeconds % seconds == 0 else { return }
        let limits = EDFSignal.limits(upTo: content.activity.map(\.count).max() ?? 0, atLeast: 100)
        let device = "\(content.device.maker) \(content.device.model) \(content.device.serial)"
        var counts = signal(
            "Activity", "\(device): the recorder's own counts, \(seconds) s epochs", "counts", limits,
            perRecord: recordSeconds / seconds)
        var placed = 0
        for epoch in content.activity where counts.set(epoch.count, at: slot(of: epoch.start, seconds: seconds)) {
            placed += 1
        }
        signals.append(counts)
        self.counts["activity"] = placed
    }

    /// Each accepted interval is held from the beat before to its own beat.
    private mutating func addBeats(_ content: ExportContent) {
        guard !content.beats.isEmpty else { return }
        var tachogram = signal(
            "RR", "Accepted beat intervals, held until their beat; exact ones are in the CSV", "ms", 0...2000,
            perRecord: recordSeconds * Self.beatRate)
        let step = Self.second / Int64(Self.beatRate)
        var placed = 0
        for beat in content.beats where beat.label == .normal || beat.label == .afterGap {
            guard beat.rr > 0, beat.rr <= 4000 else { continue }
            let end = beat.time.nanoseconds(since: start)
            let first = end - Int64(beat.rr * 1e6)
            guard end >= 0, first < duration else { continue }
            var slot = max(0, first / step + (first > 0 && first % step > 0 ? 1 : 0))
            var isHeld = false
            while slot * step < min(end, duration) {
                if tachogram.set(beat.rr, at: Int(slot)) { isHeld = true }
                slot += 1
            }
            if isHeld { placed += 1 }
        }
        signals.append(tachogram)
        counts["beats"] = placed
    }

    /// The channels in records that hold whole slots of theirs; the least and the greatest value set the limits.
    private mutating func addChannels(_ content: ExportContent) {
        let seconds = content.channelSeconds
        guard recordSeconds % seconds == 0, let count = content.channels.first?.values.count else { return }
        let device = "\(content.device.maker) \(content.device.model) \(content.device.serial)"
        for channel in content.channels {
            let known = channel.values.compactMap(\.self)
            let largest = known.max() ?? 0
            var limits = EDFSignal.limits(upTo: largest, atLeast: 10)
            // What goes below zero, as temperatures and angles do, has as much room there.
            if let least = known.min(), least < 0 {
                limits = EDFSignal.limits(upTo: max(largest, -least), atLeast: 10)
                limits = -limits.upperBound...limits.upperBound
            }
            var signal = signal(
                String(channel.name.prefix(16)), "\(device): \(channel.name), mean of \(seconds) s", channel.unit,
                limits, perRecord: recordSeconds / seconds)
            for (index, value) in channel.values.enumerated() {
                guard let value else { continue }
                let time = content.channelsStart.advanced(byNanoseconds: Int64(index * seconds) * Self.second)
                signal.set(value, at: slot(of: time, seconds: seconds))
            }
            signals.append(signal)
        }
        counts["channels"] = count
    }

    private mutating func addReadings(_ content: ExportContent) {
        guard !content.readings.isEmpty else { return }
        let seconds = recordSeconds % 10 == 0 ? 10 : recordSeconds
        let perRecord = recordSeconds / seconds
        let largest = content.readings.compactMap(\.rmssd.value).max() ?? 0
        let made = content.readings[0].method
        let method = "\(made.name) version \(made.version)"
        var rmssd = signal(
            "RMSSD", "Over the 60 s before", "ms", EDFSignal.limits(upTo: largest, atLeast: 100), perRecord: perRecord)
        var load = signal("Load", "\(method), 0 to 1; repeated values left out", "", -1...1, perRecord: perRecord)
        var confidence = signal("Load confidence", "\(method), 0 to 1", "", -1...1, perRecord: perRecord)
        var placed = 0
        for reading in content.readings {
            let slot = slot(of: reading.time, seconds: seconds)
            guard confidence.set(reading.confidence.value, at: slot) else { continue }
            placed += 1
            if let value = reading.rmssd.value { rmssd.set(value, at: slot) }
            if let value = reading.load, !reading.isStale { load.set(value, at: slot) }
        }
        signals += [rmssd, load, confidence]
        counts["load"] = placed
    }
}

extension EDFPlan {
    func annotations(_ content: ExportContent) -> [EDFAnnotation] {
        EDFNotes(content: content, start: start, duration: duration).annotations + holes
    }

    /// Where a signal has nothing: one per hole, for movement and heart. A hole in the load is told by its reasons.
    private var holes: [EDFAnnotation] {
        let names = ["ENMO": "movement", "HR": "heart", "Activity": "activity"]
        return signals.flatMap { signal -> [EDFAnnotation] in
            guard let name = names[signal.label] else { return [] }
            let slot = Int64(recordSeconds / signal.samplesPerRecord) * 1_000_000_000
            // One text that all share: there can be hundreds of thousands.
            let text = "No data: \(name)"
            return signal.holes.map { hole in
                EDFAnnotation(
                    onset: Int64(hole.lowerBound) * slot, duration: Int64(hole.count) * slot, text: text)
            }
        }
    }
}
