import Documents
import Gateway
import Signals
import Store

/// Sleep diaries.
enum DiaryRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.on(.diary) { asked, request in
            let subject = try request.subject(asked.person, gateway)
            let entries = try gateway.diary(
                of: subject, from: asked.from ?? CivilDate(daysSince1970: -100_000),
                to: asked.to ?? CivilDate(daysSince1970: 100_000))
            let authors = gateway.authors(of: entries)
            var document = DiaryDocument()
            document.person = subject.person?.name
            document.entries = entries.map { DiaryEntryDocument($0, authors) }
            return document
        }
        router.on(.writeDiary) { asked, request in
            let subject = try request.subject(asked.day.person, gateway)
            let night = try DiaryNight(asked, usually: gateway.configuration.zone)
            try await gateway.write(night, to: subject, by: request.caller.person)
            let entry = try gateway.diary(of: subject, on: asked.day.date)
            return DiaryEntryDocument(entry, gateway.authors(of: [entry]))
        }
        router.on(.deleteDiary) { asked, request in
            try await gateway.removeDiary(asked.date, of: try request.subject(asked.person, gateway))
            return Nothing()
        }
        router.on(.importDiary) { asked, request in
            let subject = try request.subject(asked.person, gateway)
            let zone = try asked.zone.map { try HTTPRequest.zone(named: $0) } ?? gateway.configuration.zone
            let reading = DiaryReading(
                asked.text, DiaryReading.Options(zone: zone, id: asked.id, firstNight: asked.firstNight))
            let isDryRun = asked.isDryRun == true
            let change =
                isDryRun
                ? try gateway.diaryChange(reading.nights, to: subject)
                : try await gateway.importDiary(
                    reading.nights, file: asked.name, to: subject, by: request.caller.person)
            var document = DiaryImportDocument(reading, change)
            document.isDryRun = isDryRun
            return document
        }
        router.on(.undoDiary) { asked, request in
            var document = DiaryUndoneDocument()
            document.days = try await gateway.undoDiary(
                asked.id.rawValue, of: try request.subject(asked.person, gateway))
            return document
        }
    }
}
