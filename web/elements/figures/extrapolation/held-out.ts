// Held-out text: 6145 characters of the last tenth of Tiny Shakespeare (The Taming of the Shrew, act IV; public domain),
// on which no model was trained. 6144 is a multiple of every length that is measured.

export const heldOut = `NATHANIEL:
All things is ready. How near is our master?

GRUMIO:
E'en at hand, alighted by this; and therefore be
not--Cock's passion, silence! I hear my master.

PETRUCHIO:
Where be these knaves? What, no man at door
To hold my stirrup nor to take my horse!
Where is Nathaniel, Gregory, Philip?

ALL SERVING-MEN:
Here, here, sir; here, sir.

PETRUCHIO:
Here, sir! here, sir! here, sir! here, sir!
You logger-headed and unpolish'd grooms!
What, no attendance? no regard? no duty?
Where is the foolish knave I sent before?

GRUMIO:
Here, sir; as foolish as I was before.

PETRUCHIO:
You peasant swain! you whoreson malt-horse drudge!
Did I not bid thee meet me in the park,
And bring along these rascal knaves with thee?

GRUMIO:
Nathaniel's coat, sir, was not fully made,
And Gabriel's pumps were all unpink'd i' the heel;
There was no link to colour Peter's hat,
And Walter's dagger was not come from sheathing:
There were none fine but Adam, Ralph, and Gregory;
The rest were ragged, old, and beggarly;
Yet, as they are, here are they come to meet you.

PETRUCHIO:
Go, rascals, go, and fetch my supper in.
Where is the life that late I led--
Where are those--Sit down, Kate, and welcome.--
Sound, sound, sound, sound!
Why, when, I say? Nay, good sweet Kate, be merry.
Off with my boots, you rogues! you villains, when?
It was the friar of orders grey,
As he forth walked on his way:--
Out, you rogue! you pluck my foot awry:
Take that, and mend the plucking off the other.
Be merry, Kate. Some water, here; what, ho!
Where's my spaniel Troilus? Sirrah, get you hence,
And bid my cousin Ferdinand come hither:
One, Kate, that you must kiss, and be acquainted with.
Where are my slippers? Shall I have some water?
Come, Kate, and wash, and welcome heartily.
You whoreson villain! will you let it fall?

KATHARINA:
Patience, I pray you; 'twas a fault unwilling.

PETRUCHIO:
A whoreson beetle-headed, flap-ear'd knave!
Come, Kate, sit down; I know you have a stomach.
Will you give thanks, sweet Kate; or else shall I?
What's this? mutton?

First Servant:
Ay.

PETRUCHIO:
Who brought it?

PETER:
I.

PETRUCHIO:
'Tis burnt; and so is all the meat.
What dogs are these! Where is the rascal cook?
How durst you, villains, bring it from the dresser,
And serve it thus to me that love it not?
Theretake it to you, trenchers, cups, and all;
You heedless joltheads and unmanner'd slaves!
What, do you grumble? I'll be with you straight.

KATHARINA:
I pray you, husband, be not so disquiet:
The meat was well, if you were so contented.

PETRUCHIO:
I tell thee, Kate, 'twas burnt and dried away;
And I expressly am forbid to touch it,
For it engenders choler, planteth anger;
And better 'twere that both of us did fast,
Since, of ourselves, ourselves are choleric,
Than feed it with such over-roasted flesh.
Be patient; to-morrow 't shall be mended,
And, for this night, we'll fast for company:
Come, I will bring thee to thy bridal chamber.

NATHANIEL:
Peter, didst ever see the like?

PETER:
He kills her in her own humour.

GRUMIO:
Where is he?

CURTIS:
In her chamber, making a sermon of continency to her;
And rails, and swears, and rates, that she, poor soul,
Knows not which way to stand, to look, to speak,
And sits as one new-risen from a dream.
Away, away! for he is coming hither.

PETRUCHIO:
Thus have I politicly begun my reign,
And 'tis my hope to end successfully.
My falcon now is sharp and passing empty;
And till she stoop she must not be full-gorged,
For then she never looks upon her lure.
Another way I have to man my haggard,
To make her come and know her keeper's call,
That is, to watch her, as we watch these kites
That bate and beat and will not be obedient.
She eat no meat to-day, nor none shall eat;
Last night she slept not, nor to-night she shall not;
As with the meat, some undeserved fault
I'll find about the making of the bed;
And here I'll fling the pillow, there the bolster,
This way the coverlet, another way the sheets:
Ay, and amid this hurly I intend
That all is done in reverend care of her;
And in conclusion she shall watch all night:
And if she chance to nod I'll rail and brawl
And with the clamour keep her still awake.
This is a way to kill a wife with kindness;
And thus I'll curb her mad and headstrong humour.
He that knows better how to tame a shrew,
Now let him speak: 'tis charity to show.

TRANIO:
Is't possible, friend Licio, that Mistress Bianca
Doth fancy any other but Lucentio?
I tell you, sir, she bears me fair in hand.

HORTENSIO:
Sir, to satisfy you in what I have said,
Stand by and mark the manner of his teaching.

LUCENTIO:
Now, mistress, profit you in what you read?

BIANCA:
What, master, read you? first resolve me that.

LUCENTIO:
I read that I profess, the Art to Love.

BIANCA:
And may you prove, sir, master of your art!

LUCENTIO:
While you, sweet dear, prove mistress of my heart!

HORTENSIO:
Quick proceeders, marry! Now, tell me, I pray,
You that durst swear at your mistress Bianca
Loved none in the world so well as Lucentio.

TRANIO:
O despiteful love! unconstant womankind!
I tell thee, Licio, this is wonderful.

HORTENSIO:
Mistake no more: I am not Licio,
Nor a musician, as I seem to be;
But one that scorn to live in this disguise,
For such a one as leaves a gentleman,
And makes a god of such a cullion:
Know, sir, that I am call'd Hortensio.

TRANIO:
Signior Hortensio, I have often heard
Of your entire affection to Bianca;
And since mine eyes are witness of her lightness,
I will with you, if you be so contented,
Forswear Bianca and her love for ever.

HORTENSIO:
See, how they kiss and court! Signior Lucentio,
Here is my hand, and here I firmly vow
Never to woo her no more, but do forswear her,
As one unworthy all the former favours
That I have fondly flatter'd her withal.

TRANIO:
And here I take the unfeigned oath,
Never to marry with her though she would entreat:
Fie on her! see, how beastly she doth court him!

HORTENSIO:
Would all the world but he had quite forsworn!
For me, that I may surely keep mine oath,
I will be married to a wealthy widow,
Ere three days pass, which hath as long loved me
As I have loved this proud disdainful haggard.
And so`
