import Accounts
import Analysis
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
    /// Sees this person alone.
    let sight: Sight
    /// Takes the files as they are made; nil where only what is theirs is asked for.
    var archive: ZipFile?

    func write() throws {
        try writeRows()
        for stored in try gateway.store.devices() {
            for stretch in worn(stored.id) { try writeDays(of: stored, in: stretch) }
        }
        try writeNights()
        for recording in try gateway.store.recordings() where recording.state == .complete && isWhole(recording) {
            try writeFile(of: recording)
        }
    }

    /// When the person wore a device, as far as anything is known of it.
    func worn(_ device: DeviceID) -> [Range<Instant>] {
        // Of whatever time a recorder's clock made it.
        let all = Instant(nanoseconds: .min)..<Instant(nanoseconds: .max)
        return gateway.household.stretches(of: device, in: all, sight)
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
        try gateway.store.forEachTable(of: person.id) { table, lines in
            if open != table {
                if open != nil { try archive?.end() }
                try archive?.begin("rows/\(table).ndjson")
                open = table
            }
            try archive?.write(lines)
        }
        if open != nil { try archive?.end() }
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
            let content = ExportContent(
                device: device.identity, label: "\(date)-\(device.id.rawValue)", zone: .utc, window: start..<end,
                epochs: try gateway.store.epochs(of: device.id, seconds: 30, from: start, to: end),
                beats: try gateway.store.beats(of: device.id, from: start, to: end),
                readings: try gateway.store.readings(of: device.id, from: start, to: end),
                losses: try gateway.store.losses(of: device.id, from: start, to: end)
                    + gateway.refused(of: device.id, in: [start..<end]), isSynthetic: device.isSynthetic)
            guard !content.epochs.isEmpty || !content.beats.isEmpty || !content.readings.isEmpty else { continue }
            for file in try ExportFormat.csv.files(of: content) { try take(file.below("days")) }
        }
    }

    private func writeNights() throws {
        let (first, last) = (CivilDate(daysSince1970: 0), CivilDate(daysSince1970: 100_000))
        for entry in try gateway.nights(from: first, to: last, sight) {
            let view = try gateway.night(entry.night.date, device: entry.night.device, sight)
            for file in try ExportFormat.json.files(of: Gateway.content(of: view)) { try take(file.below("nights")) }
        }
    }

    private func writeFile(of recording: StoredRecording) throws {
        try archive?.begin("files/\(recording.id.rawValue)-\(recording.file.name)")
        try gateway.store.forEachChunk(of: recording.id) { try archive?.write($0) }
        try archive?.end()
    }
}

extension ExportFile {
    fileprivate func below(_ folder: String) -> ExportFile {
        var file = self
        file.name = "\(folder)/\(name)"
        return file
    }
}
