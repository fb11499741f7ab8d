import { casual } from 'chrono-node/ar';
import { dateReader } from './reader.ts';

export const reader = dateReader({
	chrono: casual,
	before: ['يوم', 'في', 'ليوم', 'هذا', 'هذه'],
	leading: `من إلى حتى قبل بعد منذ كل بين و أو ليس وحتى عند إلا عدا فقط دائما أيام
		أول ثاني ثالث آخر بداية منتصف نهاية طوال طول في
		صباح ظهر عصر مساء ليلة فجر صلاة`,
	// Without their article these are numbers and names as well. The others are "per day", and a drink.
	doubtful: [
		...['أحد', 'احد', 'إثنين', 'اثنين', 'ثلاثاء', 'أربعاء', 'اربعاء', 'خميس', 'جمعة', 'سبت'],
		...['في اليوم', '7 اب']
	],
	counted:
		/^(?:بعد|خلال) (?:\d{1,3} (?:[أا]يام|يوم(?:ا|اً|ًا)?|[أا]سابيع|[أا]سبوعا?)|يوم(?:ين)?|[أا]سبوع(?:ين)?)$/,
	ahead: { غدا: 1, غد: 1, الغد: 1, بكره: 1, 'بعد الغد': 2 },
	// A letter that many keyboards lack at the end of Friday; and chrono takes "from" for a part of the date.
	spelled: (words) => words.replace(/^الجمعه/, 'الجمعة').replace(/^من (?=\d)/, 'منذ '),
	order: 'day first'
});
