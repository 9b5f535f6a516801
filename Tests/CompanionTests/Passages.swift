/// Passages of books whose authors are dead for more than a hundred years.
enum Passages {
    static let all = [darwin, douglass, thoreau, mill, austen, lincoln]

    /// C. Darwin, On the Origin of Species, 1859.
    static let darwin = """
        When on board H.M.S. Beagle, as naturalist, I was much struck with certain facts in the distribution of the \
        inhabitants of South America, and in the geological relations of the present to the past inhabitants of that \
        continent. These facts seemed to me to throw some light on the origin of species; that mystery of mysteries, as \
        it has been called by one of our greatest philosophers. My work is now nearly finished; but as it will take me \
        two or three more years to complete it, and as my health is far from strong, I have been urged to publish this \
        Abstract. I have more especially been induced to do this, as Mr. Wallace, who is now studying the natural \
        history of the Malay archipelago, has arrived at almost exactly the same general conclusions that I have on the \
        origin of species. This Abstract, which I now publish, must necessarily be imperfect, and I cannot here give \
        references and authorities for my several statements; and I must trust to the reader reposing some confidence \
        in my accuracy.
        """

    /// F. Douglass, Narrative of the Life of Frederick Douglass, 1845.
    static let douglass = """
        I was born in Tuckahoe, near Hillsborough, and about twelve miles from Easton, in Talbot county, Maryland. I \
        have no accurate knowledge of my age, never having seen any authentic record containing it. By far the larger \
        part of the slaves know as little of their ages as horses know of theirs, and it is the wish of most masters \
        within my knowledge to keep their slaves thus ignorant. I do not remember to have ever met a slave who could \
        tell of his birthday.
        """

    /// H. D. Thoreau, Walden, 1854.
    static let thoreau = """
        I went to the woods because I wished to live deliberately, to front only the essential facts of life, and see \
        if I could not learn what it had to teach, and not, when I came to die, discover that I had not lived. I did \
        not wish to live what was not life, living is so dear; nor did I wish to practise resignation, unless it was \
        quite necessary. I wanted to live deep and suck out all the marrow of life; it was a plain wish, and I have \
        told it plainly to whoever asked me for it.
        """

    /// J. S. Mill, On Liberty, 1859.
    static let mill = """
        The object of this Essay is to assert one very simple principle, as entitled to govern absolutely the dealings \
        of society with the individual in the way of compulsion and control; it is that the sole end for which mankind \
        are warranted in interfering with the liberty of action of any of their number is self-protection. His own \
        good, either physical or moral, is not a sufficient warrant; he cannot rightfully be compelled to do or forbear \
        because it will be better for him to do so, and there are good reasons for remonstrating with him.
        """

    /// J. Austen, Pride and Prejudice, 1813.
    static let austen = """
        Mr. Bennet was so odd a mixture of quick parts, sarcastic humour, reserve, and caprice, that the experience of \
        three-and-twenty years had been insufficient to make his wife understand his character. Her mind was less \
        difficult to develope. She was a woman of mean understanding, little information, and uncertain temper; when \
        she was discontented, she fancied herself nervous. The business of her life was to get her daughters married; \
        its solace was visiting and news, and she was never so happy as when she had a letter to read aloud.
        """

    /// A. Lincoln, Second Inaugural Address, 1865.
    static let lincoln = """
        On the occasion corresponding to this four years ago all thoughts were anxiously directed to an impending civil \
        war. All dreaded it, all sought to avert it. Both parties deprecated war, but one of them would make war rather \
        than let the nation survive, and the other would accept war rather than let it perish, and the war came. One \
        eighth of the whole population were colored slaves, not distributed generally over the Union, but localized in \
        the southern part of it; these slaves constituted a peculiar and powerful interest, and all knew that this \
        interest was somehow the cause of the war.
        """
}
