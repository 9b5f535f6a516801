import Documents
import Testing

@testable import Companion

@Suite("Languages and scripts")
struct LanguageTests {
    private func measured(_ text: String, _ tag: String? = nil) -> Result<
        MeasuredReadability, MeasuredReadability.Unknown
    > {
        let text = ReadText(text)
        let language = TextLanguage(of: text, told: tag.flatMap(LanguageTag.init))
        do { return .success(try MeasuredReadability(text, language)) } catch { return .failure(error) }
    }

    private func reason(_ text: String, _ tag: String? = nil) -> String? {
        if case .failure(let unknown) = measured(text, tag) { unknown.reason } else { nil }
    }

    @Test("a language without a formula has no readability, and says why")
    func without() {
        #expect(reason("我们今天去公园。天气很好，孩子们都很高兴。")?.contains("Chinese") == true)
        #expect(reason("今日は公園に行きました。")?.contains("Japanese") == true)
        #expect(reason("Η θάλασσα είναι ήρεμη σήμερα.")?.contains("Greek") == true)
        #expect(reason("เด็กไปโรงเรียนทุกวัน")?.contains("not known") == true)
        #expect(reason("เด็กไปโรงเรียนทุกวัน", "th")?.contains("no formula for Thai") == true)
        #expect(
            reason("Le chat est dans la maison et il ne veut pas sortir de la cuisine avec nous.")?.contains("French")
                == true)
        #expect(reason("我们今天去公园。", "en")?.contains("said to be English") == true)
        #expect(reason("The house 房子很大而且很漂亮 is big.")?.contains("several scripts") == true)
        #expect(reason("12 34")?.contains("no words") == true || reason("12 34") != nil)
        #expect(reason("The cat sat on the mat.") == nil)
    }

    @Test("German, Spanish and Italian have their own formulas")
    func own() throws {
        // 6 words, 1 sentence, 9 syllables: Der Hund liegt un-ter dem al-ten... counted by hand below.
        let german = try measured("Der Hund liegt unter dem Tisch.", "de").get()
        #expect(german.values.map(\.name) == ["amstad_reading_ease"])
        #expect(abs(german.values[0].value - (180 - 6 - 58.5 * 7 / 6)) < 1e-9)
        let spanish = try measured("El perro duerme en la casa.", "es").get()
        #expect(spanish.values.map(\.name) == ["fernandez_huerta", "szigriszt_pazos"])
        #expect(abs(spanish.values[0].value - (206.84 - 60 * 9.0 / 6 - 1.02 * 6)) < 1e-9)
        #expect(abs(spanish.values[1].value - (206.835 - 62.3 * 9.0 / 6 - 6)) < 1e-9)
        let italian = try measured("Il cane dorme nella casa.", "it").get()
        #expect(abs(italian.values[0].value - (89 + (300 - 10 * 20.0) / 5)) < 1e-9)
    }

    @Test(
        "counts syllables of German and Spanish",
        arguments: [
            ("Haus", 1, true), ("Theater", 3, true), ("Straße", 2, true), ("Quelle", 2, true), ("Äußerung", 3, true),
            ("niemand", 2, true), ("perro", 2, false), ("ciudad", 2, false), ("país", 2, false), ("leer", 2, false),
            ("queso", 2, false), ("agua", 2, false),
        ])
    func syllables(word: String, count: Int, isGerman: Bool) {
        #expect((isGerman ? Vowels.german : .spanish).syllables(in: word) == count, "\(word)")
    }

    @Test("takes the names of languages in their usual spelling, and nothing else")
    func tags() {
        #expect(LanguageTag("EN")?.text == "en" && LanguageTag("pt-br")?.text == "pt-BR")
        #expect(LanguageTag("zh-hant-tw")?.text == "zh-Hant-TW" && LanguageTag("deu")?.language == "de")
        for wrong in ["", "english", "e", "xx", "en-", "en_US", "e1", "en-toolongpart", "日本", "-en"] {
            #expect(LanguageTag(wrong) == nil, "\(wrong)")
        }
    }

    @Test("words are the same whatever their case, accents and coding")
    func folding() {
        for same in [
            ["Straße", "STRASSE", "strasse"], ["İzmir", "izmir", "IZMIR", "ızmır"], ["Οδός", "ΟΔΟΣ", "οδος"],
            ["café", "cafe\u{301}", "CAFÉ", "cafe"], ["Ｈello", "hello"], ["ἄνθρωπος", "Άνθρωπος"], ["ёлка", "елка"],
            ["Łódź", "lodz"], ["ﬁn", "fin"],
        ] { #expect(Set(same.map(SearchText.fold)).count == 1, "\(same.map(SearchText.fold))") }
        #expect(SearchText.fold("ball") != SearchText.fold("bell"))
    }

    @Test(
        "scripts without spaces are looked for by pairs of characters that stand in the index",
        arguments: [
            ("我们明天去北京开会。", "北京"), ("我们明天去北京开会。", "会"), ("明日は東京に行きます。", "東京"),
            ("เด็กไปโรงเรียนทุกวัน", "โรงเรียน"), ("iPhone手机很贵", "手机"), ("किताब मेज पर है", "किताब"), ("서울은 대한민국의 수도이다.", "수도"),
        ])
    func spaceless(text: String, question: String) {
        let index = Set(SearchText.index(text).split(separator: " ").map(String.init))
        let terms = Companion.Passages.terms(of: question)
        #expect(!terms.isEmpty)
        for term in terms {
            #expect(term.isPrefix ? index.contains { $0.hasPrefix(term.text) } : index.contains(term.text), "\(term)")
        }
    }

    @Test("a word of a script without spaces is two characters long, or four")
    func cutting() {
        #expect(ReadText("我们明天去").words.map(\.text) == ["我们", "明天", "去"])
        #expect(ReadText("iPhone手机很贵 ok").words.map(\.text) == ["iPhone", "手机", "很贵", "ok"])
        #expect(Companion.Passages.cut(ReadText(String(repeating: "我们明天去北京开会。", count: 100))).count > 3)
    }
}
