import Recordings
import Signals
import TestKit
import Testing

@Suite("Actiware exports in their languages")
struct ActiwareLanguageTests {
    private func decode(_ text: String) throws -> (RecordingSummary, CollectingSink) {
        var sink = CollectingSink()
        let file = try RecordingFile(name: "x.csv", bytes: Array(text.utf8))
        return (try RecordingFormats.decode(file, into: &sink), sink)
    }

    @Test("a Dutch export that a spreadsheet has saved again has recorder, zone, score and intervals")
    func dutch() throws {
        let pad = String(repeating: ",", count: 38)
        let lines = [
            "Actiware-exportbestand (versie 05.00)", "Type Actiwatch:,Spectrum Plus",
            "Tijdzone:,\"(UTC+01:00) Amsterdam, Berlijn, Bern\"", "Tijdzone-offset:,+01:00,uren:minuten",
            "Aantal gegevenssamples:,4,steekproeven", "Aantal gegevenssamples per dag:,5760,steekproeven per dag",
            "Serienummer Actiwatch:,P1", "Actiwatch-firmwareversie:,01.00.0012",
            "Lijn,Datum,Tijd,Markering,Intervalstatus", "1,28/11/2019,08:09:00,Markering!,ACTIEF",
            "Lijn,Datum,Tijd,Status niet-om-pols,Activiteit,Markering,Slapen/waken,Intervalstatus",
            "1,23/11/2019,06:00:00,1,NaN,NaN,NaN,UITGEZONDERD", "2,23/11/2019,06:00:15,0,7,0,1,ACTIEF",
            "3,23/11/2019,06:00:30,0,8,0,0,RUST", "4,23/11/2019,06:00:45,0,9,1,0,RUST-S",
        ]
        let (summary, sink) = try decode(lines.map { $0 + pad + "\n" }.joined())
        #expect(summary.header.device.model == "Spectrum Plus" && summary.header.device.serial == "P1")
        #expect(summary.header.device.firmware == "01.00.0012" && summary.losses.isEmpty && summary.samples == 4)
        // 06:00 at +01:00.
        #expect(summary.start?.nanoseconds == 1_574_485_200_000_000_000)
        let states = sink.samples(.vendorState).map(\.values)
        #expect(states[0][0].isNaN && states[0][1] == 3)
        #expect(Array(states.dropFirst()) == [[1, 0], [0, 1], [0, 2]])
        #expect(sink.samples(Channel(rawValue: "off_wrist")).map(\.values) == [[1], [0], [0], [0]])
        #expect(sink.samples(.marker).count == 1)
    }

    @Test(
        "no number is written as the computer's language has it, and costs no row",
        arguments: [
            "kZ", "NaN", "NAN", "n. def.", "NeuN", "Non Numérique", "Non un numero reale", "NaN (Não é um número)",
        ])
    func missing(word: String) throws {
        let rows = (0..<3).map { "\($0);01.03.2015;00:0\($0):00;\($0 * 7);\($0 == 1 ? word : "1");\(word);AKTIV" }
        let (summary, sink) = try decode(
            "Actiware-Exportdatei\nZeitzonenverschiebung:;02:00;Stunden:Minuten\n"
                + "Zeile;Datum;Zeit;Aktivität;Weißes Licht;Schlaf/Wach;Intervallstatus\n" + rows.joined(separator: "\n")
        )
        #expect(summary.losses.map(\.cause) == [.clockStep] && summary.samples == 3)
        #expect(sink.samples(.counts).map(\.values) == [[0], [7], [14]])
        #expect(sink.samples(.vendorState).allSatisfy { $0.values[0].isNaN })
        #expect(sink.samples(.light).map { $0.values[0].isNaN } == [false, true, false])
        // Midnight at +02:00.
        #expect(summary.start?.nanoseconds == 1_425_160_800_000_000_000)
    }

    @Test(
        "the zone's offset and the score are found in each language",
        arguments: [
            ("Décalage du fuseau horaire :", "Ligne,Date,Heure,Activité,Marqueur,Sommeil/Éveil"),
            ("Differenza fuso orario:", "Riga,Data,Ora,Attività,Marcatore,Sonno/Veglia"),
            ("Diferencia de zona horaria:", "Línea,Fecha,Hora,Actividad,Marcador,Sueño/Vigilia"),
            ("Diferença de fuso horário:", "Linha,Data,Hora,Atividade,Marcador,Sono/Vigília"),
            ("Time Zone Offset:", "Line,Date,Time,Activity,Marker,Sleep/Wake"),
            ("Zeitzonenverschiebung:", "Zeile,Datum,Zeit,Aktivität,Markierung,Schlaf/Wach"),
            ("Tijdzone-offset:", "Lijn,Datum,Tijd,Activiteit,Markering,Slapen/waken"),
        ])
    func offset(label: String, heading: String) throws {
        let (summary, sink) = try decode(
            "Actiware\n\(label),-05:00,h:m,\n\(heading)\n1,31/03/2015,10:00:00,4,0,1\n2,31/03/2015,10:01:00,5,0,0\n")
        // 10:00 at -05:00.
        #expect(summary.start?.nanoseconds == 1_427_814_000_000_000_000)
        #expect(sink.samples(.vendorState).map(\.values) == [[1], [0]])
    }
}
