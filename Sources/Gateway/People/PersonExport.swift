import Accounts
import Analysis
import Documents
import Exports
import Glibc
import Runtime
import Signals
import Store

/// Everything of one person as files: what was measured by day, nights, the files that they brought, and every row of
/// the store that carries their number.
struct PersonExport {
    let gateway: Gateway
    let person: Person
    /// A sight of this person alone.
    let visibility: Visibility
    /// Takes the files as they are made; nil where only what is theirs is asked for.
    var archive: ZipFile?
    /// The contents of the archive so far.
    let inventory = Inventory()
    /// All of time: a recorder's clock may have been wrong by any amount.
    static let always = Instant(nanoseconds: .min)..<Instant(nanoseconds: .max)

    /// Writes everything into the archive.
    /// - Parameter stretches: when they wore each device.
    func write(_ stretches: [DeviceID: [Range<Instant>]]) throws {
        try writeRows()
        for stored in try gateway.store.devices() {
            for stretch in stretches[stored.id] ?? [] { try writeDays(of: stored, in: stretch) }
        }
        try writeNights()
        for recording in try gateway.store.recordings() where recording.state == .complete && isWhole(recording) {
            try writeFile(of: recording)
        }
    }

    /// When the person wore a device, as far as anything is known of it.
    func worn(_ device: DeviceID) -> [Range<Instant>] {
        gateway.wearerRegistry.stretches(of: device, in: Self.always, visibility)
    }

    /// Whether a recorder's file holds nothing of anybody else.
    func isWhole(_ recording: StoredRecording) -> Bool {
        guard let device = recording.device, let first = recording.firstSample, let last = recording.lastSample else {
            return false
        }
        return worn(device).contains { $0.lowerBound <= first && $0.upperBound > last }
    }

    private func take(_ file: ExportFile) throws { try archive?.add(file) }

    private func writeRows() throws {
        var json = JSONText()
        json.object { json in
            json.field("user_id", "\(person.id.rawValue)")
            json.field("display_name", person.name)
            let account = gateway.accounts.account(person.id.rawValue)
            json.field("email", account?.email)
            json.field("role", account?.role.rawValue)
        }
        try take(ExportFile(name: "person.json", mediaType: "application/json", bytes: json.bytes + [10]))
        var open: String?
        try gateway.store.forEachTable(of: person.id, hasUnsigned: gateway.hasUnsigned(person.id)) { table, lines in
            if open != table {
                if open != nil { try archive?.end() }
                try archive?.begin("rows/\(table).ndjson")
                open = table
            }
            try archive?.write(lines)
        }
        if open != nil { try archive?.end() }
        try writeWords()
    }

    /// What was said of their nights, by whomever: also of nights that are there no more.
    private func writeWords() throws {
        var words: [String: [UInt8]] = [:]
        try gateway.store.forEachNightWord { table, device, moment, line in
            if worn(device).contain(moment) { words[table, default: []] += line }
        }
        for (table, lines) in words.sorted(by: { $0.key < $1.key }) {
            try archive?.begin("rows/\(table).ndjson")
            try archive?.write(lines)
            try archive?.end()
        }
    }

    private func writeDays(of device: StoredDevice, in stretch: Range<Instant>) throws {
        let day: Int64 = 86_400_000_000_000
        let first = max(stretch.lowerBound, device.firstSeen).nanoseconds / day
        let last = min(stretch.upperBound, device.lastSeen.advanced(bySeconds: 86_400)).nanoseconds / day
        guard first <= last else { return }
        for number in first...last {
            let start = max(stretch.lowerBound, Instant(nanoseconds: number * day))
            let end = min(stretch.upperBound, Instant(nanoseconds: (number + 1) * day))
            guard start < end else { continue }
            let date = CivilDate(daysSince1970: Int(number))
            var content = ExportContent(
                device: device.identity, label: "", zone: .utc, window: start..<end,
                epochs: try gateway.store.epochs(of: device.id, seconds: 30, from: start, to: end),
                beats: try gateway.store.beats(of: device.id, from: start, to: end),
                readings: try gateway.store.readings(of: device.id, from: start, to: end),
                losses: try gateway.store.losses(of: device.id, from: start, to: end)
                    + gateway.refused(of: device.id, in: [start..<end]), isSynthetic: device.isSynthetic)
            guard inventory.enter(content, of: device.id) else { continue }
            // A device that was taken off and put on again has two parts in a day.
            content.label = inventory.label("\(date)-\(device.id.rawValue)", in: "days")
            for file in try ExportFormat.csv.files(of: content) { try take(file.below("days")) }
        }
    }

    private func writeNights() throws {
        let (first, last) = (CivilDate(daysSince1970: 0), CivilDate(daysSince1970: 100_000))
        for entry in try gateway.nights(from: first, to: last, visibility, NightSelection(isAll: true)) {
            let view = try gateway.night(entry.night.date, device: entry.night.device, visibility)
            var content = Gateway.content(of: view)
            inventory.enter(content, of: view.device.id)
            // What somebody brought of a recorder bears the recorder's name, as does what it sent live.
            content.label = inventory.label(content.label, in: "nights")
            for file in try ExportFormat.json.files(of: content) { try take(file.below("nights")) }
        }
    }

    private func writeFile(of recording: StoredRecording) throws {
        try archive?.begin("files/\(recording.id.rawValue)-\(recording.file.name)")
        try gateway.store.forEachChunk(of: recording.id) { try archive?.write($0) }
        try archive?.end()
        if let device = recording.device, let first = recording.firstSample, let last = recording.lastSample {
            inventory.enter(first...max(first, last), of: device)
        }
    }
}

extension PersonExport {
    /// What an archive holds: of which devices, of what time, and under which names.
    final class Inventory {
        /// From the first to the last row of each device.
        private(set) var spans: [DeviceID: ClosedRange<Instant>] = [:]
        private var names: Set<String> = []

        /// A name that nothing in a folder has yet, not in other letters either: some systems take these for the same.
        func label(_ label: String, in folder: String) -> String {
            var (name, number) = (label, 1)
            while !names.insert("\(folder)/\(name)".lowercased()).inserted {
                number += 1
                name = "\(label)-\(number)"
            }
            return name
        }

        /// Enters the rows of some content.
        /// - Returns: False where there are none.
        @discardableResult
        func enter(_ content: ExportContent, of device: DeviceID) -> Bool {
            var isThere = false
            func enter(_ times: some Sequence<Instant>) {
                guard let (first, last) = times.ends else { return }
                self.enter(first...last, of: device)
                isThere = true
            }
            enter(content.epochs.lazy.map(\.start))
            enter(content.beats.lazy.map(\.time))
            enter(content.readings.lazy.map(\.time))
            return isThere
        }

        /// Adds a span of data to the inventory.
        func enter(_ span: ClosedRange<Instant>, of device: DeviceID) {
            let known = spans[device] ?? span
            spans[device] = min(known.lowerBound, span.lowerBound)...max(known.upperBound, span.upperBound)
        }
    }
}

extension Sequence<Instant> {
    /// The earliest and the latest; nil where there is none.
    fileprivate var ends: (Instant, Instant)? {
        reduce(nil) { ends, time in (Swift.min(ends?.0 ?? time, time), Swift.max(ends?.1 ?? time, time)) }
    }
}

extension ExportFile {
    fileprivate func below(_ folder: String) -> ExportFile {
        var file = self
        file.name = "\(folder)/\(name)"
        return file
    }
}
